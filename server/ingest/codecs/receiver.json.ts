import { isRecord } from "../../kernel/is-record.ts";
import type { Decoded } from "../decoded.ts";
import {
  decodeDragonSyncObject,
  decodeDragonSyncTrack,
  decodeWarDragonStatus,
  isDragonSyncTrack,
} from "./dragonsync.json.ts";
import { isDragonSyncPart, joinDragonSyncParts } from "./dragonsync.parts.ts";
import { decodeDroneScoutObject } from "./dronescout.json.ts";
import { decodeMeshMapperObject } from "./mesh-mapper.json.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Decodes an object in the format of DroneScout, WarDragon with DragonSync, or mesh-mapper, each recognised by fields
 * that only it has; `undefined` for any other object.
 */
export function decodeReceiverObject(object: JsonObject): Decoded[] | undefined {
  if ("odid" in object) return undefined;
  if (isDragonSyncPart(object)) return decodeReceiverList([object]);
  if ("drone_lat" in object || "drone_long" in object || "basic_id" in object) return decodeMeshMapperObject(object);
  if (isDroneScout(object)) return decodeDroneScoutObject(object);
  if ("gps_data" in object) return decodeWarDragonStatus(object);
  if (isDragonSyncTrack(object)) return decodeDragonSyncTrack(object);
  // The heartbeat of the mesh-mapper firmware ("Device is active and running.") contains no position.
  return "heartbeat" in object && Object.keys(object).length === 1 ? [] : undefined;
}

/** Decodes the objects of one list of WarDragon's decoder (`isDragonSyncPart`). */
export function decodeReceiverList(parts: readonly JsonObject[]): Decoded[] {
  return joinDragonSyncParts(parts).flatMap(decodeDragonSyncObject);
}

function isDroneScout(object: JsonObject): boolean {
  const { data, status, position, protocol } = object;
  if (isRecord(data)) return "UASdata" in data || "sensor ID" in data;
  return protocol !== undefined && (isRecord(status) || isRecord(position));
}
