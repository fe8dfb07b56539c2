import { SetupFailure, type Device, type DeviceReading, type Progress } from "../family.ts";
import { waitFor } from "../device.wait.ts";
import { withConversation, type MavlinkConversation } from "../mavlink/mavlink.conversation.ts";
import { paramRequestList, paramValueOf, type ParamValue } from "../mavlink/param.messages.ts";
import { readParam } from "../mavlink/param.read.ts";
import { OPTIONAL_PARAMETER, PARAMETERS, setupValueOf } from "./parameters.ts";

/** The index with which the module ends its list: its hidden parameter DONE_INIT has none. */
const END_OF_LIST = 65_535;
const SILENCE_MS = 1000;
/** A list takes 1.6 s; a device that sends endlessly is not a module. */
const LIST_MS = 3000;
const MAX_PARAMETERS = 256;
const FIRST_ANSWER = { tries: 3, answerMs: 600 } as const;

/** All parameters of the module, in the order of its list. */
export function readSettings(device: Device, onProgress: Progress): Promise<DeviceReading> {
  return withConversation(device, (conversation) => readAll(conversation, onProgress));
}

export async function readAll(conversation: MavlinkConversation, onProgress: Progress): Promise<DeviceReading> {
  const lock = await readParam(conversation, "LOCK_LEVEL", FIRST_ANSWER);
  if (lock === undefined) throw silentOrGarbled(conversation);
  const found = new Map([[lock.name, lock]]);
  await readList(conversation, found, onProgress);
  await readMissing(conversation, found);
  const params = [...found.values()].toSorted((a, b) => a.index - b.index);
  onProgress(params.length, params.length);
  return {
    values: params.map(({ name, value }) => setupValueOf(name, value)),
    isLocked: (found.get("LOCK_LEVEL")?.value ?? 0) > 0,
  };
}

/** Requests the list and collects its entries, until it ends or nothing arrives any more. */
async function readList(
  conversation: MavlinkConversation,
  found: Map<string, ParamValue>,
  onProgress: Progress,
): Promise<void> {
  const { device, onFrame } = conversation;
  const listed = waitFor<true>(device, LIST_MS, (done) => {
    let cancelSilence: () => void = () => undefined;
    const restartSilence = () => {
      cancelSilence();
      cancelSilence = device.schedule(() => done(true), SILENCE_MS);
    };
    restartSilence();
    const stop = onFrame((frame) => {
      const param = paramValueOf(frame);
      if (param === undefined) return;
      restartSilence();
      if (param.index === END_OF_LIST) {
        done(true);
        return;
      }
      if (found.size < MAX_PARAMETERS || found.has(param.name)) found.set(param.name, param);
      // The module reports one less than it has.
      onProgress(found.size, Math.max(found.size, param.count + 1));
    });
    return () => {
      cancelSilence();
      stop();
    };
  });
  await Promise.all([listed, conversation.send(paramRequestList())]);
}

/** Reads missing parameters: those of the table by name, and those between the received indexes by index. */
async function readMissing(conversation: MavlinkConversation, found: Map<string, ParamValue>): Promise<void> {
  const missing = PARAMETERS.filter(({ name }) => name !== OPTIONAL_PARAMETER && !found.has(name));
  for (const { name } of missing) {
    // Older firmware has fewer parameters: without a gap nothing was lost.
    if (gapsOf(found).length === 0) return;
    const param = await readParam(conversation, name);
    if (param !== undefined) found.set(name, param);
  }
  for (const index of gapsOf(found)) {
    const param = await readParam(conversation, index);
    if (param !== undefined) found.set(param.name, param);
    // Whether the number that the module reports is one too low depends on its firmware: the last may not exist.
    else if (index < countOf(found)) {
      throw new SetupFailure("device_timeout", "The module did not report all of its settings; read them again.");
    }
  }
}

/** Indexes below the number of parameters for which nothing arrived. */
function gapsOf(found: ReadonlyMap<string, ParamValue>): readonly number[] {
  const indexes = new Set([...found.values()].map(({ index }) => index));
  const last = Math.min(MAX_PARAMETERS - 1, Math.max(countOf(found), ...indexes));
  return Array.from({ length: last + 1 }, (_, index) => index).filter((index) => !indexes.has(index));
}

function countOf(found: ReadonlyMap<string, ParamValue>): number {
  return Math.max(...[...found.values()].map(({ count }) => count));
}

function silentOrGarbled({ counts }: MavlinkConversation): SetupFailure {
  return counts().bytes > 0 && counts().frames === 0
    ? new SetupFailure("device_garbled", "The module's answers cannot be understood; try again, or another cable.")
    : new SetupFailure("device_silent", "The module does not answer; unplug it, plug it in and try again.");
}
