import { useText } from "../text/index.ts";
import { formatDuration } from "../ui/times.ts";
import type { ApiResult } from "./station.client.ts";

/** Why one thing could not be loaded: what it is asked for by is not there, or something else. */
export function reasonOrMissing(answer: Exclude<ApiResult<unknown>, { kind: "ok" }>, missing: string): string {
  return answer.kind === "refused" && answer.status === 404 ? missing : reasonOf(answer);
}

/** Why a request failed, for a person; at a rate limit, how long to wait. */
export function reasonOf(answer: Exclude<ApiResult<unknown>, { kind: "ok" }>): string {
  const { t, fromStation } = useText();
  if (answer.kind !== "refused") return t("common.unreachable");
  if (answer.retryAfterS === undefined) return fromStation(answer.message);
  return t("account.wait", { wait: formatDuration(answer.retryAfterS * 1_000) });
}
