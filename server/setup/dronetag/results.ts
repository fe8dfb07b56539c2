import type { SetupChange, SetupResult } from "../../contracts/setup.ts";
import { isSecretName } from "./settings.known.ts";
import { isSameValue, type Settings } from "./settings.parse.ts";

const SECRET_NOT_SHOWN = "The device does not show what it holds.";
const SECRET_NOT_COMPARED = "It was sent before the restart; a secret is not compared again.";
const LOST = "The device had it, and has another value since its restart.";
const OTHER_VALUE = "The device has another value.";
const NOT_REPORTED = "The device does not report it any more.";

/** The result of a change, with neither of its values if it is a secret. */
export function resultOf(
  { name, to }: Pick<SetupChange, "name" | "to">,
  result: SetupResult["result"],
  { read, detail }: { readonly read: unknown; readonly detail: string | null },
): SetupResult {
  const isSecret = isSecretName(name);
  return { name, wanted: isSecret ? null : to, read: isSecret ? null : (read ?? null), result, detail };
}

/** `refusal` states why the device may have refused it. */
export function judgeChange(change: SetupChange, settings: Settings, refusal: string): SetupResult {
  const read = settings.get(change.name)?.value;
  if (isSameValue(read, change.to)) return resultOf(change, "verified", { read, detail: null });
  if (isSecretName(change.name)) return resultOf(change, "unproven", { read, detail: SECRET_NOT_SHOWN });
  return resultOf(change, "refused", { read, detail: isSameValue(read, change.from) ? refusal : OTHER_VALUE });
}

/** A result after the restart: only the present value on the device counts as verified. */
export function judgeAfterRestart(result: SetupResult, settings: Settings): SetupResult {
  if (result.result === "unsent") return result;
  // Without the wanted value there is nothing to compare with.
  if (isSecretName(result.name) && result.wanted === null) {
    return { ...result, result: "unproven", detail: SECRET_NOT_COMPARED };
  }
  const read = settings.get(result.name)?.value ?? null;
  if (isSameValue(read, result.wanted)) return { ...result, read, result: "verified", detail: null };
  if (!settings.has(result.name)) return { ...result, read, result: "unproven", detail: NOT_REPORTED };
  const detail = result.result === "verified" ? LOST : (result.detail ?? OTHER_VALUE);
  return { ...result, read, result: "refused", detail };
}

/** A verified result is no longer verified when the device cannot be read. */
export function withoutProof(result: SetupResult, detail: string): SetupResult {
  return result.result === "verified" ? { ...result, result: "unproven", detail } : result;
}
