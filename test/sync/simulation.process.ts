import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";
import { MINUTE_MS } from "../../server/kernel/clock.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { createSyncEngine, type OidcClient, type SyncEngine, type Transport } from "../../server/sync/index.ts";
import { faultOf, faultyTransport } from "./faults.ts";
import { addPoints, editAtStation } from "./scenario.changes.ts";
import type { Run } from "./simulation.model.ts";
import type { StationModel } from "./station.model.ts";
import { BASE_URL, recordStationValues, type World } from "./world.ts";

/**
 * Gzip with stored blocks (RFC 1952, RFC 1951): the transport is the subject, and compression took half of the time.
 */
function storedGzip(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])];
  for (let at = 0; at < Math.max(1, bytes.length); at += MAX_BLOCK) {
    const block = bytes.subarray(at, at + MAX_BLOCK);
    const head = Buffer.alloc(5);
    head.writeUInt8(Number(at + MAX_BLOCK >= bytes.length), 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    parts.push(head, block);
  }
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(bytes), 0);
  tail.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([...parts, tail]);
}

const MAX_BLOCK = 65_535;

/** Starts the station's process: what is left of an earlier one reaches neither the database nor the network. */
export function openEngine(run: Run, at: number): SyncEngine {
  const { world, mutation } = run;
  const station = world.stations[at]!;
  const { db, check } = station.faults.open();
  const transport = wayToCloud(run, at, check);
  return (mutation?.engine ?? createSyncEngine)({
    db,
    clock: station.clock,
    random: world.random.next,
    log: silentLog,
    transport: mutation?.transport?.(transport, world) ?? transport,
    // Not on another thread: of two requests at a time it would be chance which one is first.
    compress: async (bytes) => storedGzip(bytes),
    oidc: signInWith(run),
    credentials: station.credentials,
    callLocally(...call) {
      check();
      return station.callLocally(...call);
    },
    flights: {
      ...station.flights,
      saveCopy(copy) {
        check();
        return station.flights.saveCopy(copy);
      },
    },
    createAircraft(...aircraft) {
      check();
      return station.createAircraft(...aircraft);
    },
    sightings: run.exchangesSightings === true ? { ...station.sightings, ...station.sightings.outgoing } : null,
    // Nobody writes annotations in the simulation.
    annotations: { find: async () => undefined, save: async () => undefined },
    isActive: () => station.people.isActive,
    onChange: () => {},
  });
}

/** Requests take some time, meet the faults, and now and then something happens at the station meanwhile. */
function wayToCloud(run: Run, at: number, check: () => void): Transport {
  const { world, faults, probability } = run;
  const { random, time, cloud, stations } = world;
  const faulty = faultyTransport(run.context(at), faults.map(faultOf), probability);
  return async (request) => {
    check();
    time.nowMs += random.between(5, 200);
    if (run.isFaulty && random.chance(0.03))
      await undisturbed(stations[at]!, async () => (run.meanwhile ?? ((one) => changeMeanwhile(world, one)))(at));
    const answer = await (run.isFaulty && run.isAffected(request)
      ? faulty(request)
      : cloud.transport(request, new AbortController().signal));
    check();
    time.nowMs += random.between(5, 200);
    run.trace?.(`  ${at} ${request.method} ${request.url.slice(BASE_URL.length)} ${answer.status}`);
    return answer;
  };
}

/** Renewal at the provider of the cloud. */
function signInWith(run: Run): OidcClient {
  const { cloud, random, time } = run.world;
  return {
    async refresh(_, refreshToken) {
      if (run.isFaulty && run.faults.includes("refresh_refused")) return random.pick(["refused", "unreachable"]);
      const renewed = cloud.renew(refreshToken);
      return renewed === undefined ? "refused" : { kind: "oidc", ...renewed, expiresMs: time.nowMs + 5 * MINUTE_MS };
    },
    async startDeviceGrant() {
      throw new Error("Nobody signs in here.");
    },
  };
}

/** A change at the station while a pass runs; no fault happens there. */
async function undisturbed({ faults }: StationModel, act: () => Promise<void>): Promise<void> {
  faults.arm(false);
  await act();
  faults.arm(true);
}

async function changeMeanwhile(world: World, at: number): Promise<void> {
  if (world.random.chance(0.6)) return addPoints(world, at);
  // An editor has seen what the pass has fetched so far.
  await recordStationValues(world, at);
  await editAtStation(world, at);
  await recordStationValues(world, at);
}
