import type { OdidMessage } from "../../server/ingest/codecs/odid.messages.ts";
import type { TransmissionTechnology } from "../../server/contracts/common.ts";
import type { DecodedFrame, Transmitter } from "../../server/ingest/decoded.ts";
import { SECOND_MS } from "../../server/kernel/clock.ts";
import { basicId, frame, location, system } from "../support/frames.ts";

/** Invented flights as receivers receive them, frame by frame. Times are seconds after the start. */

const DEGREES_PER_METRE = 1 / 111_195;

export type Flight = {
  readonly from: number;
  readonly to: number;
  /** Seconds between two messages. */
  readonly every?: number;
  readonly serial?: string;
  readonly registration?: string;
  /** One message per advert in turn, as Bluetooth legacy sends them; otherwise all in one. */
  readonly isLegacy?: boolean;
  /** Second from which it declares its identifiers. */
  readonly namedFrom?: number;
  /** The last digits of the address by time; `null` where the receiver reports none. */
  readonly mac: (second: number) => string | null;
  /** Metres east and north of a common place. */
  readonly path: (second: number) => { readonly east: number; readonly north: number };
  readonly sensor: string;
  readonly technology?: TransmissionTechnology;
  /** By how many seconds the receiver's clock is wrong. */
  readonly clockError?: (second: number) => number;
};

export function receivedFrames(flights: readonly Flight[], startMs: number): readonly DecodedFrame[] {
  const frames = flights.flatMap((flight) => framesOf(flight, startMs));
  return frames.toSorted((a, b) => a.observedAtMs! - b.observedAtMs!);
}

function framesOf(flight: Flight, startMs: number): readonly DecodedFrame[] {
  const { from, to, every = 0.5, sensor, technology = "wifi_beacon", clockError } = flight;
  return Array.from({ length: Math.round((to - from) / every) }, (_, index) => {
    const second = from + index * every;
    return frame(messagesOf(flight, second, index), {
      observedAtMs: startMs + Math.round((second + (clockError?.(second) ?? 0)) * SECOND_MS),
      sensorId: sensor,
      technology,
      transmitter: transmitterOf(flight.mac(second)),
    });
  });
}

function transmitterOf(mac: string | null): Transmitter {
  return mac === null ? null : { kind: "mac", address: `02:00:00:00:00:${mac}` };
}

function messagesOf(flight: Flight, second: number, index: number): readonly OdidMessage[] {
  const { serial, registration, isLegacy = false, namedFrom = -Infinity, path } = flight;
  const { east, north } = path(second);
  const place = location(47 + north * DEGREES_PER_METRE, 8 + (east * DEGREES_PER_METRE) / Math.cos(0.82));
  const names: OdidMessage[] = [];
  if (serial !== undefined && second >= namedFrom) names.push(basicId(serial));
  if (registration !== undefined && second >= namedFrom) names.push(basicId(registration, { idType: 2 }));
  if (!isLegacy) return [...names, place, system(47, 8)];
  // Positions come most often.
  const turn: readonly OdidMessage[] = [place, ...names, place, system(47, 8)];
  return [turn[index % turn.length]!];
}

export const hovering = (east: number, north: number) => () => ({ east, north });
/** Straight on at so many metres a second. */
export const leg = (east: number, north: number, eastMps: number, northMps: number) => (second: number) => ({
  east: east + second * eastMps,
  north: north + second * northMps,
});
export const always = (mac: string | null) => () => mac;
