import { createSlipDecoder, encodeSlip, SLIP_END } from "../../kernel/slip.ts";
import type { Device } from "../family.ts";
import { LinkFailure } from "../link.ts";

/** Channels of a Dronetag: the first byte of each frame. */
export const CHANNEL = { smp: 0x11, firmwareInfo: 0x12, settings: 0x13 } as const;
export type Channel = (typeof CHANNEL)[keyof typeof CHANNEL];

/** The longest answer that is accepted, 64 KiB, and its channel. */
export const MAX_ANSWER_BYTES = 64 * 1024;
export const MAX_FRAME_BYTES = MAX_ANSWER_BYTES + 1;

export type Request<T> = {
  readonly channel: Channel;
  readonly payload: Uint8Array;
  readonly timeoutMs: number;
  /** Called with the payload of each frame of the channel, until it gives a value. */
  readonly take: (payload: Uint8Array) => T | undefined;
};

/** Frames to and from the device. Everything that waits rejects when the step is cancelled or the port is gone. */
export type Connection = {
  /** Forgets what arrived at another rate: it is garbage. */
  readonly setBaudRate: (baudRate: number) => Promise<void>;
  readonly send: (channel: Channel, payload: Uint8Array) => Promise<void>;
  /** The answer to a request; undefined when none came in time. */
  readonly ask: <T>(request: Request<T>) => Promise<T | undefined>;
  readonly pause: (ms: number) => Promise<void>;
  /** Whether anything arrived since the last change of the baud rate. */
  readonly hasHeard: () => boolean;
  readonly close: () => void;
};

export function openConnection(device: Device): Connection {
  const { link } = device;
  const decoder = createSlipDecoder(MAX_FRAME_BYTES);
  const listeners = new Set<(frame: Uint8Array) => void>();
  let hasHeard = false;
  const stopListening = link.onData((bytes) => {
    hasHeard = true;
    for (const frame of decoder.push(bytes)) for (const listener of listeners) listener(frame);
  });
  const send = (channel: Channel, payload: Uint8Array) => link.write(requestFrame(channel, payload));

  return {
    async setBaudRate(baudRate) {
      await link.setBaudRate(baudRate);
      decoder.reset();
      hasHeard = false;
    },
    send,
    async ask({ channel, payload, timeoutMs, take }) {
      const answer = waitFor(device, timeoutMs, (found: (value: ReturnType<typeof take>) => void) => {
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
    async pause(ms) {
      await waitFor(device, ms, () => () => undefined);
    },
    hasHeard: () => hasHeard,
    close: stopListening,
  };
}

/**
 * A request on the wire. The line feed before it ends what an earlier program or probe left unfinished in the device's
 * buffer, which would otherwise swallow the request.
 */
export function requestFrame(channel: Channel, payload: Uint8Array): Uint8Array {
  const frame = encodeSlip(Uint8Array.of(channel, ...payload));
  return Uint8Array.of(...SLIP_END, ...frame);
}

/**
 * Waits for what `listen` finds; undefined when the time is over. Rejects with the reason of the abort when the step is
 * cancelled, and with a `LinkFailure` when the port is gone.
 */
export function waitFor<T>(
  { link, schedule, signal }: Device,
  timeoutMs: number,
  listen: (found: (value: T) => void) => () => void,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const endings: (() => void)[] = [];
    const end = () => {
      for (const ending of endings.splice(0)) ending();
    };
    const lost = () => {
      end();
      reject(new LinkFailure("lost", `The device at ${link.path} was unplugged.`));
    };
    const cancelled = () => {
      end();
      reject(signal.reason instanceof Error ? signal.reason : new Error("The step was cancelled."));
    };
    if (signal.aborted) return cancelled();
    if (link.closed.aborted) return lost();
    const found = (value: T | undefined) => {
      end();
      resolve(value);
    };
    signal.addEventListener("abort", cancelled, { once: true });
    link.closed.addEventListener("abort", lost, { once: true });
    endings.push(
      () => signal.removeEventListener("abort", cancelled),
      () => link.closed.removeEventListener("abort", lost),
      schedule(() => found(undefined), timeoutMs),
      listen(found),
    );
  });
}
