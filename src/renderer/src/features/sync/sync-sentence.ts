import { useText } from "../../text/index.ts";
import type { SyncSummary } from "./sync-summary.rules.ts";

/** The summary as one sentence. */
export function syncSentenceOf(summary: SyncSummary): string {
  const { t, count, fromStation } = useText();
  switch (summary.kind) {
    case "none":
      return t("sync.summary.none");
    case "blocked":
      return t(`sync.summary.${summary.state}`, { name: summary.peer });
    case "needs_you":
      return count("sync.summary.needsYou", summary.items);
    case "waiting":
      return waitingSentence(summary);
    case "not_reached":
      return t("sync.summary.notReached", { name: summary.peer });
    case "first":
      return t("sync.summary.first", { name: summary.peer });
    case "there_when_reached":
      return t("sync.summary.thereWhenReached", { name: summary.peer });
    case "failed":
      return t("sync.summary.failed", { name: summary.peer, reason: fromStation(summary.why) });
    case "there":
      return summary.kept === 0 ? t("sync.summary.there") : count("sync.summary.thereButKept", summary.kept);
  }
}

function waitingSentence({ reason, peer, flights, others }: Extract<SyncSummary, { kind: "waiting" }>): string {
  const { t, count } = useText();
  const ofFlights = count("sync.summary.flights", flights);
  const ofOthers = count("sync.summary.items", others);
  const items =
    flights === 0
      ? ofOthers
      : others === 0
        ? ofFlights
        : t("sync.summary.flightsAndItems", { flights: ofFlights, items: ofOthers });
  return count(`sync.summary.waiting.${reason}`, flights + others, { what: items, name: peer });
}
