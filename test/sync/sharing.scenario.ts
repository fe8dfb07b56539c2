import { HOUR_MS, isoFromMs, SECOND_MS } from "../../server/kernel/clock.ts";
import type { Sighting } from "../../server/kernel/sighting.ts";
import { EMPTY_POINT } from "../../server/kernel/track-points.ts";
import type { TableSightings } from "./sightings.tables.ts";
import type { World } from "./world.ts";

/** What one receiver of a station received of one aircraft. */
export type Reception = {
  readonly at: number;
  readonly head: Parameters<TableSightings["receive"]>[0] & Pick<Sighting, "technology">;
  /** Whether it was ever for everybody. */
  wasPublic: boolean;
  readonly ua: Set<number>;
  readonly operator: Set<number>;
};

export type SharingWorld = World & { readonly receptions: Map<string, Reception> };

/** An aircraft that a station receives; some of it is only for its administrators. */
export function receiveAircraft(world: SharingWorld, at: number): void {
  const { random, time, receptions } = world;
  const uuid = random.uuid();
  const wasPublic = random.chance(0.85);
  const declared = {
    identifiers: random.chance(0.7) ? [{ type: "serial_number" as const, value: `1596F${uuid.slice(0, 12)}` }] : [],
    uaType: null,
    operatorId: null,
    classification: null,
    classificationType: null,
    descriptions: [],
    authentication: [],
  };
  const head: Reception["head"] = {
    uuid,
    operationUuid: random.uuid(),
    sensorId: random.pick(["roof", "van"]),
    technology: "wifi_beacon",
    sourceType: "rid_receiver",
    transmitter: random.pick([`mac:02:00:5e:00:53:0${random.between(1, 9)}`, "mavlink:roof:1.1", null]),
    declared,
  };
  receptions.set(uuid, { at, head, wasPublic, ua: new Set(), operator: new Set() });
  const beginMs = time.nowMs - random.between(1, 72) * HOUR_MS - random.between(0, 999);
  receive(world, uuid, { beginMs, count: random.between(1, world.isLarge ? 300 : 30) });
  if (!wasPublic) setPrivate(world, uuid, true);
}

/** More of it, after its end or before its start; or somebody makes it public. */
export function receiveMore(world: SharingWorld, at: number): void {
  const { random, receptions } = world;
  const own = [...receptions.values()].filter((one) => one.at === at);
  if (own.length === 0 || random.chance(0.2)) return receiveAircraft(world, at);
  const one = random.pick(own);
  const { uuid } = one.head;
  if (!one.wasPublic && random.chance(0.4)) {
    one.wasPublic = true;
    return setPrivate(world, uuid, false);
  }
  const count = random.between(1, 8);
  const times = [...one.ua, ...one.operator];
  const beginMs = random.chance(0.3) ? Math.min(...times) - count * SECOND_MS : Math.max(...times) + SECOND_MS;
  receive(world, uuid, { beginMs, count });
}

function receive(
  world: SharingWorld,
  uuid: string,
  { beginMs, count }: { readonly beginMs: number; readonly count: number },
): void {
  const { random, stations, time } = world;
  const one = world.receptions.get(uuid)!;
  const stepMs = random.pick([SECOND_MS, SECOND_MS, 400 * SECOND_MS]);
  const sightings: Sighting[] = [];
  // No station takes records that are ahead of its clock from its own receivers.
  const endMs = Math.min(beginMs + count * stepMs, time.nowMs);
  for (let timeMs = beginMs; timeMs < endMs; timeMs += stepMs) {
    const place = { latitudeE7: 500_000_000 + random.between(0, 9999), longitudeE7: 144_000_000 };
    const ua = {
      ...EMPTY_POINT,
      ...place,
      timeMs,
      receivedMs: timeMs + 40,
      operationalState: "airborne",
      rssiDbm: -60,
    };
    const operator = random.chance(0.2) ? operatorAt(timeMs) : null;
    sightings.push({ ...one.head, ua, operator, observedAtMs: timeMs, warnings: [] });
    one.ua.add(timeMs);
    if (operator !== null) one.operator.add(timeMs);
  }
  stations[one.at]!.receive(one.head, sightings);
  world.trace?.(`  station ${one.at}: ${count} of ${uuid} from ${isoFromMs(beginMs)}`);
}

function operatorAt(timeMs: number): NonNullable<Sighting["operator"]> {
  return {
    timeMs,
    timeAccuracyMs: null,
    receivedMs: timeMs + 40,
    latitudeE7: 500_010_000,
    longitudeE7: 144_010_000,
    horizontalAccuracyMm: null,
    altitudeType: "WGS84",
    altitudeMm: 300_500,
    altitudeAccuracyMm: null,
    sourceType: "take_off",
  };
}

function setPrivate({ stations, receptions }: SharingWorld, uuid: string, is: boolean): void {
  const { db } = stations[receptions.get(uuid)!.at]!.faults;
  db.prepare("UPDATE suboperation SET is_private = ? WHERE uuid = ?").run(Number(is), uuid);
}
