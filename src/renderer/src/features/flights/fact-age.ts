import { DAY_MS } from "../../ui/durations.ts";

/** Airspace changes on days that are 28 days apart (AIRAC, ICAO Annex 15): older zones have missed one of them. */
const ZONES_MS = 28 * DAY_MS;
/** What a peer said of a device was worth fetching again before leaving. */
const PEER_MS = DAY_MS;

/** Whether zones that were imported so long ago have to be taken as old. */
export function areZonesOld(ageMs: number): boolean {
  return ageMs > ZONES_MS;
}

/** Whether what a peer said so long ago has to be taken as old. */
export function isPeerWordOld(ageMs: number): boolean {
  return ageMs > PEER_MS;
}
