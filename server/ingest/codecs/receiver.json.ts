import type { Decoded } from "../decoded.ts";
import {
  decodeDragonSyncObject,
  decodeDragonSyncTrack,
  decodeWarDragonStatus,
  isDragonSyncTrack,
} from "./dragonsync.json.ts";
import { isDragonSyncPart, joinDragonSyncParts } from "./dragonsync.parts.ts";
import { decodeDroneScoutObject } from "./dronescout.json.ts";
import { isRecord } from "./json.fields.ts";
import { decodeMeshMapperObject } from "./mesh-mapper.json.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What an object says in one of the shapes that receivers of other makers push: DroneScout, WarDragon with DragonSync,
 * mesh-mapper. Each is known by fields that only it has; `undefined` where it is none of them.
 */
export function decodeReceiverObject(object: JsonObject): Decoded[] | undefined {
  if ("odid" in object) return undefined;
  if (isDragonSyncPart(object)) return decodeReceiverList([object]);
  if ("drone_lat" in object || "drone_long" in object || "basic_id" in object) return decodeMeshMapperObject(object);
  if (isDroneScout(object)) return decodeDroneScoutObject(object);
  if ("gps_data" in object) return decodeWarDragonStatus(object);
  if (isDragonSyncTrack(object)) return decodeDragonSyncTrack(object);
  // "Device is active and running." of mesh-mapper's firmware: it says nothing about where it is.
  return "heartbeat" in object && Object.keys(object).length === 1 ? [] : undefined;
}

/** What the parts of one list say, of which WarDragon's decoder makes a message (`isDragonSyncPart`). */
export function decodeReceiverList(parts: readonly JsonObject[]): Decoded[] {
  return joinDragonSyncParts(parts).flatMap(decodeDragonSyncObject);
}

function isDroneScout(object: JsonObject): boolean {
  const { data, status, position, protocol } = object;
  if (isRecord(data)) return "UASdata" in data || "sensor ID" in data;
  return protocol !== undefined && (isRecord(status) || isRecord(position));
}
