import { encodeMavlinkFrame, type MavlinkPayload, type MavlinkSender } from "../../kernel/mavlink.frame.encode.ts";
import { createMavlinkParser, type MavlinkFrame } from "../../kernel/mavlink.frame.ts";
import { waitFor } from "../device.wait.ts";
import type { Device } from "../family.ts";

/** Components of Remote ID transmitters, MAV_COMP_ID_ODID_TXRX_1 to 3. */
const FIRST_REMOTE_ID_COMPONENT = 236;
const LAST_REMOTE_ID_COMPONENT = 238;

/** The sender ids of ground control stations, MAV_COMP_ID_MISSIONPLANNER. */
export const STATION_SENDER = { systemId: 255, componentId: 190 } as const;

export function isFromRemoteId({ componentId }: Pick<MavlinkFrame, "componentId">): boolean {
  return componentId >= FIRST_REMOTE_ID_COMPONENT && componentId <= LAST_REMOTE_ID_COMPONENT;
}

export type MavlinkConversation = {
  readonly device: Device;
  readonly send: (message: Omit<MavlinkPayload, "kind">) => Promise<void>;
  /** Calls back with each frame of the module; the returned function ends that. */
  readonly onFrame: (listener: (frame: MavlinkFrame) => void) => () => void;
  /** Counts of received bytes and frames, to distinguish a silent module from one that cannot be decoded. */
  readonly counts: () => { readonly bytes: number; readonly frames: number };
  /** The same conversation with another signal; used for actions that must not be interrupted. */
  readonly withSignal: (signal: AbortSignal) => MavlinkConversation;
};

/** Exchanges MAVLink messages with the module at the device's link until `talk` ends. */
export async function withConversation<T>(
  device: Device,
  talk: (conversation: MavlinkConversation) => Promise<T>,
  sender: Omit<MavlinkSender, "sequence"> = STATION_SENDER,
): Promise<T> {
  const parser = createMavlinkParser();
  const listeners = new Set<(frame: MavlinkFrame) => void>();
  let bytes = 0;
  let frames = 0;
  let sequence = 0;
  const end = device.link.onData((chunk) => {
    bytes += chunk.length;
    for (const frame of parser.push(chunk)) {
      if (!isFromRemoteId(frame)) continue;
      frames += 1;
      for (const listener of [...listeners]) listener(frame);
    }
  });
  const conversation: MavlinkConversation = {
    device,
    send: (message) => {
      const frame = encodeMavlinkFrame({ ...sender, sequence }, message);
      sequence = (sequence + 1) % 256;
      return device.link.write(frame);
    },
    onFrame(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    counts: () => ({ bytes, frames }),
    withSignal: (signal) => ({ ...conversation, device: { ...device, signal } }),
  };
  try {
    return await talk(conversation);
  } finally {
    end();
  }
}

/** Waits for the first frame for which `accept` returns a value; undefined when there was none in time. */
export function awaitFrame<T>(
  { device, onFrame }: MavlinkConversation,
  timeoutMs: number,
  accept: (frame: MavlinkFrame) => T | undefined,
): Promise<T | undefined> {
  return waitFor<T>(device, timeoutMs, (done) =>
    onFrame((frame) => {
      const accepted = accept(frame);
      if (accepted !== undefined) done(accepted);
    }),
  );
}

/** Sends a message and waits for the response, as `awaitFrame` does. */
export async function requestReply<T>(
  conversation: MavlinkConversation,
  message: Omit<MavlinkPayload, "kind">,
  { timeoutMs, accept }: { readonly timeoutMs: number; readonly accept: (frame: MavlinkFrame) => T | undefined },
): Promise<T | undefined> {
  // Listening begins first: a response may arrive before the end of the writing.
  const [answer] = await Promise.all([awaitFrame(conversation, timeoutMs, accept), conversation.send(message)]);
  return answer;
}
