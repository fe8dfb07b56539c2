import { FLIGHT_STATUSES, type FlightStatus } from "../../../../../server/contracts/flights.ts";
import type { TimeZoneChoice } from "../../ui/times.ts";
import { dayEndParameter, dayStartParameter } from "./calendar-days.ts";

/** The owner of the listed flights: the person by default. */
export const OWNER_CHOICES = ["mine", "flown", "all"] as const;
export type OwnerChoice = (typeof OWNER_CHOICES)[number];

/** The filters of the list, as in the address; empty where nothing is chosen. */
export interface FlightFilter {
  readonly whose: string;
  readonly status: string;
  readonly device: string;
  readonly aircraft: string;
  /** Days, `2026-11-20`. */
  readonly from: string;
  readonly to: string;
}

export const PAGE_SIZE = 25;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[0-9a-f-]{36}$/i;

/** Who is viewing the list, and in which time zone. */
export interface Viewer {
  readonly zone: TimeZoneChoice;
  /** Undefined on a station without accounts. */
  readonly me: string | undefined;
}

/** The query of one page. */
export function flightQueryOf(filter: FlightFilter, page: number, viewer: Viewer) {
  return { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, ...filterQueryOf(filter, viewer) };
}

/**
 * A filter as query parameters of the API. Invalid parameters of the address are left out; days are those of the
 * zone; without accounts `me` is undefined, and all flights are listed.
 */
export function filterQueryOf({ whose, status, device, aircraft, from, to }: FlightFilter, { zone, me }: Viewer) {
  return {
    ...(me === undefined ? {} : { mine: { owner: me }, flown: { pilot: me }, all: {} }[toOwnerChoice(whose)]),
    ...(isStatus(status) ? { status } : {}),
    ...(ID.test(device) ? { device } : {}),
    ...(ID.test(aircraft) ? { aircraft } : {}),
    ...(DAY.test(from) ? { date_from: dayStartParameter(from, zone) } : {}),
    ...(DAY.test(to) ? { date_to: dayEndParameter(to, zone) } : {}),
  };
}

export function toOwnerChoice(text: string): OwnerChoice {
  return OWNER_CHOICES.find((one) => one === text) ?? "mine";
}

export function parsePage(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

function isStatus(text: string): text is FlightStatus {
  return FLIGHT_STATUSES.some((one) => one === text);
}
