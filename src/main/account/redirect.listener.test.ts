import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listenForRedirect, type RedirectListener } from "./redirect.listener.ts";

describe("listenForRedirect", () => {
  let listener: RedirectListener;
  const forever = new AbortController().signal;
  beforeEach(async () => void (listener = await listenForRedirect("right")));
  afterEach(() => listener.close());

  it("listens on this computer's own address, on a port that was free", () => {
    expect(listener.redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  });

  it("hands over the answer with the right state and shows the page for its outcome", async () => {
    const shown = fetch(`${listener.redirectUri}?code=1&state=right`);
    const { url, show } = await listener.next(forever);
    expect(url.searchParams.get("code")).toBe("1");
    show("signed-in");
    const response = await shown;
    expect(await response.text()).toContain("You can close this page");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("refuses answers with another state and goes on waiting for the right one", async () => {
    const answered = listener.next(forever);
    const forged = await Promise.all(
      ["?code=evil&state=wrong", "?code=evil", "?error=access_denied"].map((query) =>
        fetch(listener.redirectUri + query),
      ),
    );
    expect(forged.map(({ status }) => status)).toEqual([400, 400, 400]);
    const shown = fetch(`${listener.redirectUri}?code=1&state=right`);
    const { url, show } = await answered;
    show("signed-in");
    expect([url.searchParams.get("code"), (await shown).status]).toEqual(["1", 200]);
  });

  it("takes one answer only", async () => {
    const first = fetch(`${listener.redirectUri}?code=1&state=right`);
    const { show } = await listener.next(forever);
    expect((await fetch(`${listener.redirectUri}?code=2&state=right`)).status).toBe(400);
    show("not-signed-in");
    expect(await (await first).text()).toContain("Not signed in");
  });

  it("answers nothing but a page request to its own path and name", async () => {
    const { origin } = new URL(listener.redirectUri);
    const posted = await fetch(`${listener.redirectUri}?code=1&state=right`, { method: "POST" });
    expect([posted.status, (await fetch(`${origin}/?state=right`)).status]).toEqual([404, 404]);
    expect(await statusForHost(`${listener.redirectUri}?code=1&state=right`, "evil.example.org")).toBe(404);
  });

  it("stops waiting and listening when the sign-in is cancelled", async () => {
    const cancelled = new AbortController();
    const answered = listener.next(cancelled.signal);
    cancelled.abort(new Error("cancelled"));
    await expect(answered).rejects.toThrow("cancelled");
    listener.close();
    await expect(fetch(listener.redirectUri)).rejects.toThrow("fetch failed");
  });
});

function statusForHost(address: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers: { host } }, (response) => resolve(response.resume().statusCode));
    asked.on("error", reject).end();
  });
}
