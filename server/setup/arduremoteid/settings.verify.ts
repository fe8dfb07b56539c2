import { SetupUasId, type SetupResult } from "../../contracts/setup.ts";
import { SetupFailure, type Device, type DeviceReading } from "../family.ts";
import { withConversation } from "../mavlink/mavlink.conversation.ts";
import { isSameReal32 } from "../mavlink/param.messages.ts";
import { findBaudRate } from "./baud-rate.find.ts";
import { judgeRead } from "./param.write.ts";
import { readAll } from "./settings.read.ts";
import { UAS_ID } from "./uas-id.plan.ts";
import { judgeTypes } from "./uas-id.write.ts";

/** Reads the module again, at its present rate, and judges what was written by the values. */
export function verifySettings(device: Device, results: readonly SetupResult[]): Promise<readonly SetupResult[]> {
  return withConversation(device, async (conversation) => {
    const wanted = results.find(({ name, result }) => name === "BAUDRATE" && result !== "unsent")?.wanted;
    if (!(await findBaudRate(conversation, typeof wanted === "number" ? wanted : undefined))) {
      throw new SetupFailure("device_silent", "The module does not answer after its restart.");
    }
    const reading = await readAll(conversation, () => undefined);
    return results.map((result) => (result.result === "unsent" ? result : judgeAgain(result, reading)));
  });
}

function judgeAgain(result: SetupResult, reading: DeviceReading): SetupResult {
  const numberOf = (name: string) => {
    const value = reading.values.find((one) => one.name === name)?.value;
    return typeof value === "number" ? value : null;
  };
  if (result.name === UAS_ID) {
    const idType = numberOf("UAS_ID_TYPE");
    const uaType = numberOf("UAS_TYPE");
    if (idType === null || uaType === null) return result;
    return judgeTypes(SetupUasId.parse(result.wanted), { id_type: idType, ua_type: uaType });
  }
  if (result.name === "TO_DEFAULTS" && result.wanted === 1) return judgeDefaults(result, reading);
  return judgeRead(result.name, Number(result.wanted), numberOf(result.name));
}

function judgeDefaults(result: SetupResult, reading: DeviceReading): SetupResult {
  const different = reading.values.find(
    ({ value, default: standard }) => typeof standard === "number" && !isSameReal32(Number(value), standard),
  );
  if (different === undefined) return { ...result, read: 0, result: "verified", detail: null };
  const detail = `The module did not erase its settings: ${different.name} is ${String(different.value)}.`;
  return { ...result, read: 0, result: "refused", detail };
}
