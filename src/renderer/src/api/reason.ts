import { useText } from "../text/index.ts";
import { formatDuration } from "../ui/times.ts";
import type { Unsuccessful } from "./station.client.ts";

/** It does not exist, or the caller may not see it: asking again would not help. */
export function isMissing(answer: Unsuccessful): boolean {
  return answer.kind === "refused" && answer.status === 404;
}

/** Why something could not be loaded: it does not exist, or another reason. */
export function reasonOrMissing(answer: Unsuccessful, missing: string): string {
  return isMissing(answer) ? missing : reasonOf(answer);
}

/** Why a request failed, as a readable sentence; at a rate limit also how long to wait. */
export function reasonOf(answer: Unsuccessful): string {
  const { t, fromStation } = useText();
  if (answer.kind !== "refused") return t("common.unreachable");
  if (answer.retryAfterS === undefined) return fromStation(answer.message, answer.form);
  return t("account.wait", { wait: formatDuration(answer.retryAfterS * 1_000) });
}
