import { type Clock, MINUTE_MS } from "../kernel/clock.ts";
import type { DecodedFrame } from "./decoded.ts";

/** Capture times may run ahead of the clock by at most this, when many frames of one transmitter arrive at once. */
const MAX_BURST_MS = 5 * MINUTE_MS;

/** Transmitters whose last time is kept; the least recently received one is dropped first. */
const MAX_TRANSMITTERS = 10_000;

/**
 * Capture times for media without a clock: the station's time, plus a millisecond for each further frame of the same
 * transmitter in the same millisecond. A receiver may deliver its whole buffer at once, although the frames were
 * received one by one.
 */
export function createStationClock(clock: Clock): (frame: DecodedFrame, sensorId: string) => number {
  // Map order is age order.
  const lastMs = new Map<string, number>();
  return (frame, sensorId) => {
    const key = `${sensorId}|${transmitterKey(frame)}`;
    const nowMs = clock.now();
    const nextMs = (lastMs.get(key) ?? -Infinity) + 1;
    // More than a burst can explain: the computer's clock was set back.
    const timeMs = nextMs > nowMs && nextMs <= nowMs + MAX_BURST_MS ? nextMs : nowMs;
    lastMs.delete(key);
    lastMs.set(key, timeMs);
    if (lastMs.size > MAX_TRANSMITTERS) lastMs.delete(lastMs.keys().next().value!);
    return timeMs;
  };
}

function transmitterKey({ transmitter, messages }: DecodedFrame): string {
  switch (transmitter?.kind) {
    case "mac":
      return transmitter.address;
    case "mavlink":
      return `${transmitter.systemId}.${transmitter.componentId}`;
    case "adsb":
    case "flight":
    case "mavlink_id":
      return transmitter.id;
    default:
      return messages.find((message) => message.type === "basic_id")?.uasIdHex ?? "";
  }
}
