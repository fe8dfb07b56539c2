import { describe, expect, it } from "vitest";
import { createSetup, type SetupDeps } from "../../server/features/setup/index.ts";
import { LOCAL_OPERATOR } from "../../server/kernel/principal.ts";
import type { Wire } from "../support/simulators/simulated-bench.ts";
import { PATH, withModule } from "./session.fixture.ts";

const CALL = {
  query: undefined,
  principal: LOCAL_OPERATOR,
  representation: "json",
  signal: new AbortController().signal,
} as const;

type Cable = "good" | "cut" | "noisy" | "lossy";

/** The requests over the sessions themselves, in a time that passes only while a test waits, with a cable that fails. */
function withHandlers() {
  let cable: Cable = "good";
  let pieces = 0;
  const toComputer: Wire = (bytes, deliver) => {
    pieces += 1;
    if (cable === "good") deliver(bytes);
    if (cable === "noisy") deliver(bytes.map((byte) => byte ^ 0x55));
    if (cable === "lossy" && pieces % 4 === 0) deliver(bytes);
  };
  const bench = withModule({}, { toComputer });
  const audited: unknown[] = [];
  // Opening, planning and writing need no more of what the feature is given.
  const deps: Partial<SetupDeps> = {
    sessions: bench.sessions,
    recordAudit: (entry) => void audited.push(entry),
    snapshots: { find: () => undefined } as Partial<SetupDeps["snapshots"]> as SetupDeps["snapshots"],
  };
  const { handlers } = createSetup(deps as SetupDeps);
  /** Status and code of an answer. */
  const answerOf = async (
    answer: ReturnType<typeof handlers.planSetup | typeof handlers.openSetupSession | typeof handlers.applySetup>,
  ) => {
    const { status, body } = await bench.time.until(Promise.resolve(answer));
    return "error" in body && typeof body.error === "string" ? [status, body.error] : [status];
  };
  return {
    ...bench,
    audited,
    use: (kind: Cable) => void (cable = kind),
    openAnswer: () =>
      answerOf(handlers.openSetupSession({ ...CALL, params: undefined, body: { path: PATH, repair_crlf: false } })),
    planAnswer: (id: string) =>
      answerOf(
        handlers.planSetup({
          ...CALL,
          params: { id },
          body: { values: { WIFI_CHANNEL: 3 } },
        }),
      ),
    applyAnswer: (id: string, hash: string) =>
      answerOf(handlers.applySetup({ ...CALL, params: { id }, body: { hash } })),
  };
}

describe("a request that is sent to the device", () => {
  it.each([
    ["cut", 502, "device_silent"],
    ["noisy", 502, "device_garbled"],
    ["lossy", 504, "device_timeout"],
  ] as const)("says what a device did not answer when it plans anew over a %s cable", async (kind, status, code) => {
    const { open, read, apply, use, planAnswer, rest, sessions, module } = withHandlers();
    const { id } = await open();
    await read(id);
    expect(await apply(id, { values: { WIFI_CHANNEL: 11 } })).toMatchObject({ state: "done" });
    use(kind);
    expect(await planAnswer(id)).toEqual([status, code]);
    expect(await rest(id)).toMatchObject({ state: "failed", error: { code } });
    use("good");
    expect(await planAnswer(id)).toEqual([200]);
    expect(sessions.find(id)?.plan?.changes).toMatchObject([{ name: "WIFI_CHANNEL", from: 11, to: 3 }]);
    expect(module.values()).toMatchObject({ WIFI_CHANNEL: 11 });
  });

  it("reports that a port did not open in time, and leaves it to its source", async () => {
    const { openAnswer, faults, sessions, leasedPaths } = withHandlers();
    faults.isPortStuck = true;
    expect(await openAnswer()).toEqual([504, "device_timeout"]);
    expect([sessions.list(), leasedPaths()]).toEqual([[], []]);
    faults.isPortStuck = false;
    expect(await openAnswer()).toEqual([200]);
  });

  it("gets the reason that the device was unplugged, which is not a response of the device", async () => {
    const { open, read, when, bench, planAnswer } = withHandlers();
    const { id } = await open();
    await read(id);
    bench.unplug(PATH);
    await when(id, ({ state }) => state === "lost");
    expect(await planAnswer(id)).toEqual([409, "wrong_state"]);
  });

  it("gets the reason that nothing is written without a snapshot, and nothing is audited", async () => {
    const { open, read, plan, applyAnswer, faults, audited, module } = withHandlers();
    const { id } = await open();
    await read(id);
    faults.isDiskFull = true;
    const values = { WIFI_CHANNEL: 3 };
    expect(await applyAnswer(id, (await plan(id, { values })).hash)).toEqual([409, "disk_full"]);
    expect([module.stored(), audited]).toEqual([[], []]);
    faults.isDiskFull = false;
    expect(await applyAnswer(id, (await plan(id, { values })).hash)).toEqual([202]);
    expect(audited).toHaveLength(1);
  });
});
