import type { SetupResult, SetupUasId } from "../../contracts/setup.ts";
import { pauseUnlessLost } from "../device.wait.ts";
import type { MavlinkConversation } from "../mavlink/mavlink.conversation.ts";
import { readParam } from "../mavlink/param.read.ts";
import { basicIdMessage } from "./basic-id.message.ts";
import { setParam, MAX_ATTEMPTS } from "./param.write.ts";
import { hasOption, OPTION_KEEPS_NO_ID } from "./parameters.ts";
import { UAS_ID } from "./uas-id.plan.ts";

/** The module keeps the last Basic ID that it received: three are sent, in case one is lost. */
const BASIC_IDS = 3;
/** The module stores the id a millisecond after its echo. */
const STORING_MS = 100;

const UNPROVEN =
  "The module stored an id of these types. Its text cannot be read back: it is proved once a receiver of this station receives it.";

/**
 * Stores a Basic ID: the module uses the last one that it received as soon as its id type is 0. In another order it
 * would store one that it received before. Undefined when the module does not respond any more.
 */
export async function writeUasId(
  conversation: MavlinkConversation,
  uasId: SetupUasId,
): Promise<SetupResult | undefined> {
  const obstacle = await obstacleOf(conversation);
  if (obstacle !== null) return resultOf(uasId, { result: "unsent", detail: obstacle });
  let types: Types | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    for (let sent = 0; sent < BASIC_IDS; sent += 1) await conversation.send(basicIdMessage(uasId));
    const echo = await setParam(conversation, "UAS_ID_TYPE", 0);
    if (echo.kind !== "equal" && echo.text !== null) {
      return resultOf(uasId, { result: "refused", detail: echo.text });
    }
    await pauseUnlessLost(conversation.device, STORING_MS);
    types = await readTypes(conversation);
    if (types !== undefined && isOf(uasId, types)) break;
  }
  return types === undefined ? undefined : judgeTypes(uasId, types);
}

export type Types = { readonly id_type: number; readonly ua_type: number };

/** Judges a stored id by its types; its text cannot be read back. */
export function judgeTypes(uasId: SetupUasId, types: Types): SetupResult {
  if (isOf(uasId, types)) return resultOf(uasId, { result: "unproven", read: types, detail: UNPROVEN });
  const detail =
    types.id_type === 0
      ? "The module stored no id: it broadcasts none until it receives one."
      : `The module stored an id of other types (id type ${types.id_type}, UA type ${types.ua_type}), perhaps of a flight controller at its other port.`;
  return resultOf(uasId, { result: "refused", read: types, detail });
}

/** Why the module would end without an id, checked directly before: null when it would not. */
async function obstacleOf(conversation: MavlinkConversation): Promise<string | null> {
  const options = await readParam(conversation, "OPTIONS");
  const powerUp = await readParam(conversation, "BCAST_POWERUP");
  if (options === undefined || powerUp === undefined) return "Not sent: the module does not answer.";
  if (hasOption(options.value, OPTION_KEEPS_NO_ID)) return "Not sent: with OPTIONS 2 the module stores no id.";
  return powerUp.value === 1 ? null : "Not sent: with BCAST_POWERUP 0 the module stores no id.";
}

async function readTypes(conversation: MavlinkConversation): Promise<Types | undefined> {
  const idType = await readParam(conversation, "UAS_ID_TYPE");
  const uaType = await readParam(conversation, "UAS_TYPE");
  if (idType === undefined || uaType === undefined) return undefined;
  return { id_type: idType.value, ua_type: uaType.value };
}

function isOf(uasId: SetupUasId, types: Types): boolean {
  return types.id_type === uasId.id_type && types.ua_type === uasId.ua_type;
}

function resultOf(
  wanted: SetupUasId,
  { result, read = null, detail }: Pick<SetupResult, "result" | "detail"> & { readonly read?: Types | null },
): SetupResult {
  return { name: UAS_ID, wanted, read, result, detail };
}
