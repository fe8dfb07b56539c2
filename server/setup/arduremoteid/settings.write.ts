import { SetupUasId, type SetupChange, type SetupResult } from "../../contracts/setup.ts";
import type { Device, WriteRequest } from "../family.ts";
import { withConversation, type MavlinkConversation } from "../mavlink/mavlink.conversation.ts";
import { isSameReal32, type ParamValue } from "../mavlink/param.messages.ts";
import { readParam } from "../mavlink/param.read.ts";
import { writeDefaults } from "./defaults.write.ts";
import { writeParam } from "./param.write.ts";
import { writeUasId } from "./uas-id.write.ts";
import { UAS_ID } from "./uas-id.plan.ts";

const NEVER_CANCELLED = new AbortController().signal;

/**
 * Writes the changes one after the other. If the step is cancelled, the value that is being written is finished, and
 * those after it are not sent.
 */
export function writeSettings(device: Device, request: WriteRequest): Promise<readonly SetupResult[]> {
  return withConversation({ ...device, signal: NEVER_CANCELLED }, (conversation) =>
    writeAll(conversation, request, device.signal),
  );
}

async function writeAll(
  conversation: MavlinkConversation,
  { changes, onResult }: WriteRequest,
  signal: AbortSignal,
): Promise<readonly SetupResult[]> {
  const results: SetupResult[] = [];
  const report = (result: SetupResult) => {
    results.push(result);
    onResult(result);
  };
  let obstacle: string | null = null;
  for (const change of changes) {
    if (signal.aborted) obstacle ??= "Not sent: the writing was cancelled.";
    if (obstacle !== null) {
      report(unsent(change, obstacle));
      continue;
    }
    const result = await writeChange(conversation, change).catch((error: unknown) => {
      // It may have arrived before the port was closed.
      report(unproven(change, "Sent, but the module was unplugged before it confirmed it."));
      for (const later of changes.slice(results.length)) report(unsent(later, "Not sent: the module was unplugged."));
      throw error;
    });
    report(result ?? unproven(change, "Sent, but the module does not answer any more."));
    if (result === undefined) obstacle = "Not sent: the module does not answer any more.";
  }
  return obstacle === null ? readBack(conversation, results, onResult) : results;
}

function writeChange(conversation: MavlinkConversation, change: SetupChange): Promise<SetupResult | undefined> {
  if (change.name === UAS_ID) return writeUasId(conversation, SetupUasId.parse(change.to));
  if (change.name === "TO_DEFAULTS" && change.to === 1) return writeDefaults(conversation);
  return writeParam(conversation, change.name, Number(change.to));
}

/** Requests the written value once more: a value that changed again meanwhile does not count as verified. */
async function readBack(
  conversation: MavlinkConversation,
  results: readonly SetupResult[],
  onResult: (result: SetupResult) => void,
): Promise<readonly SetupResult[]> {
  const proved: SetupResult[] = [];
  for (const result of results) {
    const isProved = (read: ParamValue | undefined) =>
      read === undefined || isSameReal32(read.value, Number(result.wanted));
    let read = result.result === "verified" ? await readParam(conversation, result.name) : undefined;
    // This may be a late response to an earlier request.
    if (!isProved(read)) read = await readParam(conversation, result.name);
    if (read === undefined || isProved(read)) {
      proved.push(result);
      continue;
    }
    const changed: SetupResult = {
      ...result,
      read: read.value,
      result: "refused",
      detail: detailOf(result, read.value),
    };
    proved.push(changed);
    onResult(changed);
  }
  return proved;
}

/** A module without a stored id stores the one that it was sent since its start: only after a start it has none. */
function detailOf({ name, wanted }: SetupResult, value: number): string {
  const isId = name === "UAS_TYPE" || name === "UAS_ID_TYPE";
  return isId && wanted === 0
    ? `The module stored the id again that it was sent, and reports ${value} now. Unplug it, plug it in again, and write this once more.`
    : `The module confirmed it and reports ${value} now.`;
}

function unsent({ name, to }: SetupChange, detail: string): SetupResult {
  return { name, wanted: to, read: null, result: "unsent", detail };
}

function unproven({ name, to }: SetupChange, detail: string): SetupResult {
  return { name, wanted: to, read: null, result: "unproven", detail };
}
