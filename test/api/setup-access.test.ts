import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIVE_PATH } from "../../server/contracts/live.ts";
import type { SetupPlan, SetupSession } from "../../server/contracts/setup.ts";
import { PASSWORD } from "../support/station-in-process.ts";
import { createDronetagSimulator, DRONETAG_SERIAL } from "../support/simulators/dronetag.simulator.ts";
import { hasSocat, acceleratedTime } from "../support/simulators/simulated-terminal.ts";
import { SETUP, startSetupStation, type SetupStation } from "./setup.fixture.ts";

const ADMINISTRATOR = "root@example.org";
const BOB = "bob@example.org";

describe.skipIf(!hasSocat)("who may set up devices", () => {
  let station: SetupStation;
  const oidc = new Map<string, string>();
  const pats = new Map<string, string>();
  beforeAll(async () => {
    station = await startSetupStation({ localOperator: false });
    const { whole } = station;
    for (const email of [ADMINISTRATOR, BOB]) {
      await whole.register(email);
      oidc.set(email, (await whole.signIn(email)).access_token);
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      const made = await whole.call("POST", "/v2/pats/tokens", {
        token: oidc.get(email)!,
        body: { password: PASSWORD, expires_at },
      });
      pats.set(email, (made.body as { readonly token: string }).token);
    }
  });
  afterAll(() => station[Symbol.asyncDispose]());

  const as = (email: string, method: string, path: string, body?: unknown) =>
    station.call(method, path, { token: oidc.get(email)!, body });
  const withPat = (email: string, method: string, path: string, body?: unknown) =>
    station.call(method, path, { headers: { "X-Personal-Access-Token": pats.get(email)! }, body });

  it("are administrators only, with a personal access token as well", async () => {
    const body = { path: station.pathOf("ttyNone") };
    for (const call of [as, withPat]) {
      expect((await call(BOB, "GET", `${SETUP}/sessions`)).status).toBe(403);
      expect((await call(BOB, "POST", `${SETUP}/sessions`, body)).status).toBe(403);
      expect((await call(BOB, "GET", `${SETUP}/snapshots`)).status).toBe(403);
      expect((await call(ADMINISTRATOR, "GET", `${SETUP}/sessions`)).status).toBe(200);
      expect((await call(ADMINISTRATOR, "POST", `${SETUP}/sessions`, body)).status).toBe(404);
    }
    expect((await station.call("GET", `${SETUP}/sessions`)).status).toBe(401);
  });

  it("see it live; another's device is not registered, and nothing of it changes", async () => {
    expect((await as(BOB, "POST", "/v1/devices", { serial_number: DRONETAG_SERIAL, name: "Bob's" })).status).toBe(200);
    const seen: Record<string, SetupSession[]> = { [ADMINISTRATOR]: [], [BOB]: [] };
    const sockets = [ADMINISTRATOR, BOB].map((email) => {
      const socket = io(station.whole.url, { path: LIVE_PATH, forceNew: true, auth: { token: oidc.get(email)! } });
      socket.on("setup", (session: SetupSession) => seen[email]!.push(session));
      return socket;
    });
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => void socket.once("connect", resolve))));

    const { path, unplug } = await station.plugIn("ttyA", createDronetagSimulator({ time: acceleratedTime(50) }));
    const { body } = await as(ADMINISTRATOR, "POST", `${SETUP}/sessions`, { path });
    const { id } = body as SetupSession;
    const get = async () => (await as(ADMINISTRATOR, "GET", `${SETUP}/sessions/${id}`)).body as SetupSession;
    const until = async (isSo: (session: SetupSession) => boolean) => {
      while (!isSo(await get())) await new Promise((resolve) => setTimeout(resolve, 30));
    };
    await until(({ state }) => state === "ready");
    const paired = await as(ADMINISTRATOR, "POST", `${SETUP}/sessions/${id}/pair`, { name: "Mine" });
    expect([paired.status, (paired.body as { readonly error: string }).error]).toEqual([409, "device_paired"]);
    const [device] = (await as(BOB, "GET", "/v1/devices")).body as readonly { readonly id: string }[];
    expect(device).toMatchObject({ name: "Bob's", fw_bundle: null, type: "unknown" });

    await as(ADMINISTRATOR, "POST", `${SETUP}/sessions/${id}/read`);
    await until(({ state, values }) => state === "ready" && values !== null);
    const { body: plan } = await as(ADMINISTRATOR, "POST", `${SETUP}/sessions/${id}/plan`, {
      values: { "net/psk": "very secret" },
    });
    expect((plan as SetupPlan).changes).toMatchObject([{ name: "net/psk", from: null, to: null }]);
    expect((await as(ADMINISTRATOR, "DELETE", `${SETUP}/sessions/${id}`)).status).toBe(204);
    await unplug();

    expect(seen[BOB]).toEqual([]);
    expect(new Set(seen[ADMINISTRATOR]!.map(({ state }) => state))).toEqual(
      new Set(["identifying", "ready", "reading", "planned"]),
    );
    expect(JSON.stringify(seen)).not.toMatch(/geheim|very secret/);
    for (const socket of sockets) socket.close();
  });
});
