import { useText } from "../text/index.ts";
import { formatDuration } from "../ui/times.ts";
import type { ApiResult } from "./station.client.ts";

/** Why a request failed, for a person; at a rate limit, how long to wait. */
export function reasonOf(answer: Exclude<ApiResult<unknown>, { kind: "ok" }>): string {
  const { t } = useText();
  if (answer.kind !== "refused") return t("common.unreachable");
  if (answer.retryAfterS === undefined) return answer.message;
  return t("account.wait", { wait: formatDuration(answer.retryAfterS * 1_000) });
}
