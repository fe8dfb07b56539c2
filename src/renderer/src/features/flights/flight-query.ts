import { FLIGHT_STATUSES, type FlightStatus } from "../../../../../server/contracts/flights.ts";

/** Whose flights: one's own unless another is chosen. */
export const WHOSE = ["mine", "flown", "all"] as const;
export type Whose = (typeof WHOSE)[number];

/** The filters of the list, as they stand in the address; empty where nothing is chosen. */
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

/**
 * What the station is asked for. Words of the address that mean nothing are left out; a station without accounts, where
 * nobody is `me`, is asked for everything.
 */
export function queryOf({ whose, status, device, aircraft, from, to }: FlightFilter, page: number, me?: string) {
  return {
    limit: PAGE_SIZE,
    offset: (page - 1) * PAGE_SIZE,
    ...(me === undefined ? {} : { mine: { owner: me }, flown: { pilot: me }, all: {} }[whoseOf(whose)]),
    ...(isStatus(status) ? { status } : {}),
    ...(ID.test(device) ? { device } : {}),
    ...(ID.test(aircraft) ? { aircraft } : {}),
    ...(DAY.test(from) ? { date_from: from } : {}),
    ...(DAY.test(to) ? { date_to: to } : {}),
  };
}

export function whoseOf(text: string): Whose {
  return WHOSE.find((one) => one === text) ?? "mine";
}

export function pageOf(text: string): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

function isStatus(text: string): text is FlightStatus {
  return FLIGHT_STATUSES.some((one) => one === text);
}
