import { type Clock, MINUTE_MS } from "../kernel/clock.ts";
import type { DecodedFrame } from "./decoded.ts";

/** Frames of one transmitter that may come at once. */
const MAX_BURST_MS = 5 * MINUTE_MS;

/** Transmitters whose last time is remembered; the one decoded longest ago is forgotten first. */
const MAX_TRANSMITTERS = 10_000;

/**
 * Capture times for media that carry none: the station's clock, a millisecond further for each frame of a transmitter
 * that comes in the same one. A receiver hands over what its buffer holds at once; every frame was decoded by itself.
 */
export function createStationClock(clock: Clock): (frame: DecodedFrame, sensorId: string) => number {
  // Map order is age order.
  const lastMs = new Map<string, number>();
  return (frame, sensorId) => {
    const key = `${sensorId}|${transmitterKey(frame)}`;
    const nowMs = clock.now();
    const nextMs = (lastMs.get(key) ?? -Infinity) + 1;
    // Further ahead than a burst explains: the computer's clock was set back.
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
    default:
      return messages.find((message) => message.type === "basic_id")?.uasIdHex ?? "";
  }
}
