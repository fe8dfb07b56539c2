import { createSlipDecoder, encodeSlip, SLIP_END } from "../../kernel/slip.ts";
import { pauseUnlessLost, waitFor } from "../device.wait.ts";
import type { Device } from "../family.ts";

/** Channels of a Dronetag: the first byte of each frame. */
export const CHANNEL = { smp: 0x11, firmwareInfo: 0x12, settings: 0x13 } as const;
export type Channel = (typeof CHANNEL)[keyof typeof CHANNEL];

/** The longest accepted response, 64 KiB, and its channel. */
export const MAX_ANSWER_BYTES = 64 * 1024;
export const MAX_FRAME_BYTES = MAX_ANSWER_BYTES + 1;

export type Request<T> = {
  readonly channel: Channel;
  readonly payload: Uint8Array;
  readonly timeoutMs: number;
  /** Called with the payload of each frame of the channel, until it returns a value. */
  readonly take: (payload: Uint8Array) => T | undefined;
};

/** Frames to and from the device. All waits reject when the step is cancelled or the port is closed. */
export type Connection = {
  /** Discards what arrived at another rate: it is garbage. */
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  readonly send: (channel: Channel, payload: Uint8Array) => Promise<void>;
  /** The response to a request; undefined when there was none in time. */
  readonly ask: <T>(request: Request<T>) => Promise<T | undefined>;
  readonly pause: (ms: number) => Promise<void>;
  /** Whether anything arrived since the last change of the baud rate. */
  readonly hasReceived: () => boolean;
  /**
   * The same connection for an action that must be finished once it was begun: its waits continue when the step is
   * cancelled.
   */
  readonly finishing: () => Connection;
  readonly close: () => void;
};

export function openConnection(device: Device): Connection {
  const { link } = device;
  const decoder = createSlipDecoder(MAX_FRAME_BYTES);
  const listeners = new Set<(frame: Uint8Array) => void>();
  let hasReceived = false;
  const stopListening = link.onData((bytes) => {
    hasReceived = true;
    for (const frame of decoder.push(bytes)) {
      if (frame === null) continue;
      for (const listener of listeners) listener(frame);
    }
  });
  const send = (channel: Channel, payload: Uint8Array) => link.write(requestFrame(channel, payload));

  const over = (waiting: Device): Connection => ({
    async setBaudRate(baudRate) {
      await link.setBaudRate(baudRate);
      decoder.reset();
      hasReceived = false;
    },
    send,
    async ask({ channel, payload, timeoutMs, take }) {
      const answer = waitFor(waiting, timeoutMs, (found: (value: ReturnType<typeof take>) => void) => {
        const listener = (frame: Uint8Array) => {
          if (frame[0] !== channel) return;
          const value = take(frame.subarray(1));
          if (value !== undefined) found(value);
        };
        listeners.add(listener);
        return () => listeners.delete(listener);
      });
      const [, value] = await Promise.all([send(channel, payload), answer]);
      return value;
    },
    pause: (ms) => pauseUnlessLost(waiting, ms),
    hasReceived: () => hasReceived,
    finishing: () => over({ ...waiting, signal: new AbortController().signal }),
    close: stopListening,
  });
  return over(device);
}

/**
 * The bytes of a request. The line feed before it ends an unfinished request of an earlier program or probe in the
 * device's buffer, which would otherwise be joined with this one.
 */
export function requestFrame(channel: Channel, payload: Uint8Array): Uint8Array {
  const frame = encodeSlip(Uint8Array.of(channel, ...payload));
  return Uint8Array.of(...SLIP_END, ...frame);
}
