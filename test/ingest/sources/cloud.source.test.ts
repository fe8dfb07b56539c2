import { afterEach, expect, it } from "vitest";
import type { Operation } from "../../../server/contracts/operations.ts";
import { cloudSource, type CloudSettings } from "../../../server/ingest/sources/cloud.source.ts";
import type { PeerOperation, PeerStream } from "../../../server/ingest/sources/cloud.peer.ts";
import { SourceFailure } from "../../../server/ingest/source.failure.ts";
import type { Schedule } from "../../../server/kernel/clock.ts";
import { LOCAL_OPERATOR } from "../../../server/kernel/principal.ts";
import { PRAGUE, startLiveStation, uaIn } from "../../live/live-station.ts";
import { listenTo, type Listening } from "./listening.fixture.ts";

/** The source alone, against the real gateway of a station. */

const SETTINGS: CloudSettings = { kind: "cloud", peer_id: "00000000-0000-4000-8000-0000000000b1", bbox: PRAGUE };
const IN_PRAGUE = { latitude: 50.1, longitude: 14.4 };
const OPERATION = {
  id: "op-1",
  ua_identifiers: [],
  descriptions: [],
  authentication: [],
  sources: [],
  suboperations: [],
  aircraft_models: [],
  uas_operator_id: null,
  ua_classification: null,
  ua_classification_type: null,
} as unknown as Operation;
const PUBLIC: PeerOperation = { operation: OPERATION, isPublic: true };

let listening: Listening | undefined;
let station: Awaited<ReturnType<typeof startLiveStation>> | undefined;
afterEach(async () => {
  await listening?.stop();
  await station?.[Symbol.asyncDispose]();
});

async function listen(
  peer: Partial<PeerStream>,
  { schedule, presented = [] }: { readonly schedule?: Schedule; readonly presented?: (string | undefined)[] } = {},
) {
  const opened = (station = await startLiveStation({
    authenticate({ headers }) {
      presented.push(headers.authorization);
      return headers.authorization === "Bearer bad" ? undefined : LOCAL_OPERATOR;
    },
  }));
  const run = cloudSource(SETTINGS, "Hub", {
    relayed: { open: () => () => undefined },
    openStream: async () => ({
      name: "Hub",
      baseUrl: opened.url,
      accessToken: async () => ({ token: "first", expiresMs: Date.now() + 3_600_000 }),
      describe: async () => PUBLIC,
      isOwnFlight: () => false,
      count: () => undefined,
      close: () => undefined,
      ...peer,
    }),
    ...(schedule === undefined ? {} : { schedule }),
  });
  listening = listenTo(SETTINGS, run);
  listening.start();
  return { source: listening, gateway: opened.gateway };
}

/** Publishes until the viewport has arrived: nothing tells of that. */
async function publishUntil(gateway: { publishUa: (record: ReturnType<typeof uaIn>) => void }, isThere: () => boolean) {
  let n = 0;
  await expect
    .poll(() => {
      if (!isThere()) gateway.publishUa(uaIn("op-1", IN_PRAGUE, n++));
      return isThere();
    })
    .toBe(true);
}

it("reads the records of the stream, and requests each operation once", async () => {
  let asked = 0;
  const describe = async () => {
    asked += 1;
    return PUBLIC;
  };
  const { source, gateway } = await listen({ describe });
  await source.untilState("running");
  await publishUntil(gateway, () => source.received.length > 2);
  expect(source.received[0]).toMatchObject({
    kind: "sighting",
    sighting: { sensorId: "Hub / sensor-1", transmitter: "operation op-1", ua: { latitudeE7: 501_000_000 } },
  });
  expect(asked).toBe(1);
});

it("connects again by itself after the peer has ended the connection", async () => {
  const { source, gateway } = await listen({});
  await source.untilState("running");
  gateway.endSessions(() => true);
  await source.until(() => source.status().last_error !== null);
  expect(source.status().last_error).toContain("connection with Hub was lost");
  await source.untilState("running");
});

it("sends a new token before the old one expires", async () => {
  const presented: (string | undefined)[] = [];
  const tokens = ["first", "second"];
  let fire: () => void = () => undefined;
  const waits: number[] = [];
  const { source } = await listen(
    { accessToken: async () => ({ token: tokens.shift() ?? "last", expiresMs: Date.now() + 600_000 }) },
    {
      presented,
      schedule(action, delayMs) {
        waits.push(delayMs);
        fire = action;
        return () => undefined;
      },
    },
  );
  await source.untilState("running");
  expect(waits[0]).toBeGreaterThan(500_000);
  expect(waits[0]).toBeLessThanOrEqual(540_000);
  fire();
  await expect.poll(() => presented).toEqual(["Bearer first", "Bearer second"]);
  expect(source.status().state).toBe("running");
});

it("reports that the sign-in is not accepted", async () => {
  const { source } = await listen({ accessToken: async () => ({ token: "bad", expiresMs: Date.now() + 600_000 }) });
  await source.untilState("waiting");
  expect(source.status().last_error).toContain("Hub does not accept the sign-in");
});

it("ends with the reason when the operation cannot be asked for", async () => {
  const { source, gateway } = await listen({
    describe: async () => {
      throw new SourceFailure("Hub is paused.");
    },
  });
  await source.untilState("running");
  await publishUntil(gateway, () => source.status().last_error !== null);
  expect(source.status().last_error).toBe("Hub is paused.");
});
