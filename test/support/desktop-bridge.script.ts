/**
 * Stands for the bridge of the desktop window (src/preload/contract.ts) in a browser, with a newer version to be had:
 * what it does not know is accepted and does nothing.
 */
export const DESKTOP = `(() => {
  const present = (state) => ({ onState: (tell) => (tell(state), () => undefined) });
  const nothing = () => Promise.resolve(undefined);
  const quiet = (known) =>
    new Proxy(known, {
      get: (_, name) => known[name] ?? (name.startsWith("on") ? () => () => undefined : nothing),
    });
  const settings = { keepReceiving: "ask", preventSleep: true, notifyAlerts: true, checkUpdates: true, keyInKeychain: false };
  const update = {
    kind: "newer",
    version: "0.2.0",
    pageUrl: "https://releases.example/0.2.0",
    checkedAtMs: Date.now() - 60_000,
  };
  const parts = {
    station: quiet(present({ kind: "running", url: location.origin })),
    account: quiet({ ...present({ kind: "signed-out" }), state: () => Promise.resolve({ kind: "signed-out" }) }),
    openRequests: quiet({ take: () => Promise.resolve([]) }),
    settings: quiet(present(settings)),
    updates: quiet(present(update)),
    cache: quiet({ sizeBytes: () => Promise.resolve(48_000_000) }),
    window: quiet({ onVisibility: (tell) => (tell(true), () => undefined) }),
    ...Object.fromEntries(["work", "alerts", "menu", "theme", "language"].map((part) => [part, quiet({})])),
  };
  window.fieldstation = quiet({ platform: "linux", version: "0.1.0", ...parts });
})()`;
