import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import type { Flight } from "../../server/contracts/flights.ts";
import type { AuthenticatorSetup } from "../../server/contracts/second-factor.ts";
import type { SyncPeer } from "../../server/contracts/sync.ts";
import { createPlainBrowser } from "../identity/provider/plain-browser.ts";
import { authorizationRequest, discover, redeem, signIn } from "../identity/provider/sign-in.ts";
import type { SendData } from "../support/screen-data.ts";
import type { Person } from "../support/signed-in.ts";

const MINUTE_MS = 60_000;
/** Long enough that no warning about its expiry appears. */
const TOKEN_MS = 30 * 1_440 * MINUTE_MS;
const ASK_EVERY_MS = 100;
const MAX_WAIT_MS = 15_000;
const PEERS = "/station/v1/sync/peers";

/** In the middle of the live map of test/support/map-screens.ts. */
const HELICOPTER = { lat: 47.0729, lon: 15.4432 };
const CREWED = { seen_pos: 0, seen: 0, track: 45, gs: 90, baro_rate: 640 };
const CREWED_AIRCRAFT = [
  { ...CREWED, hex: "440123", flight: "OEXAB", category: "A7", ...HELICOPTER, alt_geom: 1_476.4 },
  { ...CREWED, hex: "4ca2d1", flight: "RYR81FX", category: "A3", lat: 47.09, lon: 15.42, alt_baro: 36_000, gs: 450 },
];

const PLAN = {
  region: { type: "Point", coordinates: [15.43, 47.07], radius: 200 },
  takeoff_latitude: 47.07,
  takeoff_longitude: 15.43,
  callsign_used: "OK-BOTH",
};

/** Sends requests to a station as a person who is signed in there. */
export async function sendAs(url: string, person: Person, clientId?: string): Promise<SendData> {
  const configuration = await discover(`${url}/realms/dcp`, clientId);
  const ofConsole = { redirect_uri: `${url}/signed-in`, scope: "openid profile email" };
  const asked = await authorizationRequest(configuration, clientId === undefined ? {} : ofConsole);
  const { url: end } = await signIn(createPlainBrowser(url), asked.url, person);
  const { access_token: token } = await redeem(configuration, asked, end);
  return async (method, path, body) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const request: RequestInit = method === "GET" ? { headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${url}${path}`, request);
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
    return response.json();
  };
}

/** Gives the person an authenticator app. */
export async function addSecondFactor(send: SendData, { password }: Person): Promise<void> {
  const path = "/station/v1/second-factor/authenticator";
  const { secret } = (await send("POST", path, { password })) as AuthenticatorSetup;
  await send("POST", `${path}/confirm`, { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() });
}

/** A plan that was changed in different ways on a station and on its hub since both had the same. */
export async function addConflict(
  send: SendData,
  hub: { readonly url: string; readonly send: SendData; readonly person: Person },
): Promise<void> {
  const expires_at = new Date(Date.now() + TOKEN_MS).toISOString();
  const made = await hub.send("POST", "/v2/pats/tokens", { password: hub.person.password, expires_at });
  const { token } = made as { readonly token: string };
  const peer = (await send("POST", PEERS, { base_url: hub.url, name: "Hub", token })) as SyncPeer;
  const plan = { ...PLAN, date_planned_start: soon(60), date_planned_finish: soon(90), max_flight_altitude: 480 };
  const { id } = (await send("POST", "/v1/flights", plan)) as Flight;
  const path = `/v1/flights/${id}`;
  await waitForAnswer(() => hub.send("GET", path, {}));
  await send("POST", `${PEERS}/${peer.id}/pause`, {});
  await hub.send("PATCH", path, { max_flight_altitude: 520, max_height: 70, region: circle(300) });
  await send("PATCH", path, { max_flight_altitude: 510, max_height: 60, region: circle(800) });
  await send("POST", `${PEERS}/${peer.id}/resume`, {});
}

/** A receiver of aircraft with a crew, such as readsb. */
export async function startAdsbReceiver(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_, response) => {
    response.end(JSON.stringify({ now: Date.now() / 1_000, messages: 1, aircraft: CREWED_AIRCRAFT }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/data/aircraft.json`, close: () => server.close() };
}

const circle = (radius: number) => ({ ...PLAN.region, radius });
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();

/** The hub does not have the flight before it was sent there. */
async function waitForAnswer(request: () => Promise<unknown>): Promise<void> {
  const endMs = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      await request();
      return;
    } catch (error) {
      if (performance.now() > endMs) throw error;
      await pause(ASK_EVERY_MS);
    }
  }
}
