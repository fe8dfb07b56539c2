import { DAY_MS } from "../../ui/durations.ts";

/** Airspace changes on days that are 28 days apart (AIRAC, ICAO Annex 15): older zones have missed one of them. */
const ZONES_FRESH_MS = 28 * DAY_MS;
/** A peer's information about a device may change from day to day. */
const PEER_REPORT_FRESH_MS = DAY_MS;

/** Whether zones of this age count as old. */
export function areZonesOld(ageMs: number): boolean {
  return ageMs > ZONES_FRESH_MS;
}

/** Whether a peer's information of this age counts as old. */
export function isPeerReportOld(ageMs: number): boolean {
  return ageMs > PEER_REPORT_FRESH_MS;
}
