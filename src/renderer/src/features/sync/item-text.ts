import type { SyncPeer, SyncStep } from "../../../../../server/contracts/sync.ts";
import { useText } from "../../text/index.ts";
import { formatAge } from "../../ui/times.ts";
import { isRefusedByPeer, waitText } from "./outbox.rules.ts";

/** Why an item is not at the peer yet. */
export function itemReason(item: SyncStep, peer: SyncPeer): string {
  const { t, fromStation } = useText();
  const detail = fromStation(item.detail ?? "", { path: "/station/v1/sync/items" });
  if (item.state === "off") return isRefusedByPeer(item) ? detail : t("sync.outbox.keptHere");
  const wait = waitText(item, peer);
  return [wait === undefined ? "" : t(`sync.outbox.waitsFor.${wait}`), detail].join(" ").trim();
}

/** The time of the next attempt, and the number of failed ones. */
export function itemTiming({ next_at: nextAt, attempt }: SyncStep, nowMs: number): string {
  const { t, count } = useText();
  const attempts = attempt === 0 ? "" : ` ${count("sync.outbox.attempts", attempt)}`;
  if (nextAt === null) return "";
  const leftMs = Date.parse(nextAt) - nowMs;
  const next = leftMs > 0 ? t("sync.outbox.nextIn", { left: formatAge(leftMs) }) : t("sync.outbox.nextNow");
  return `${next}${attempts}.`;
}
