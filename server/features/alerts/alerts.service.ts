import type { Alert, AlertQuery } from "../../contracts/alerts.ts";
import { MAX_TIME_MS, MIN_TIME_MS, SECOND_MS } from "../../kernel/clock.ts";
import type { Principal } from "../../kernel/principal.ts";
import { parseTime, type TimeRange } from "../../kernel/time-range.ts";
import { SLICE_ROWS, yieldToEventLoop } from "../../storage/sliced.ts";
import type { StoredAlert } from "./alert.model.ts";
import type { AlertsDeps } from "./alerts.deps.ts";
import {
  acknowledgeAlert,
  type AlertFilter,
  findAlert,
  listAlerts,
  type ListedAlert,
  saveAlerts,
} from "./alerts.store.ts";
import { toAlert } from "./alerts.wire.ts";
import type { Reconciled } from "./reconcile.rules.ts";

/** How often the last time and place of open alerts are stored. */
const LAZY_INTERVAL_MS = 5 * SECOND_MS;

export type ListOutcome =
  | { readonly kind: "listed"; readonly alerts: readonly Alert[] }
  | { readonly kind: "refused"; readonly message: string };

export type AlertsService = ReturnType<typeof createAlertsService>;

/** Manages alerts: stores and publishes changes, and decides which caller may see which alert. */
export function createAlertsService(deps: AlertsDeps) {
  const { reader, writer, clock, listReadable, isStored } = deps;
  const changed = new Map<string, StoredAlert>();
  const news = new Set<string>();
  let storedMs = -Infinity;

  /**
   * A caller who may not read one of the records that raised an alert does not see it; once all of them are removed, no
   * caller does.
   */
  function canSee({ subject, episode }: StoredAlert, caller: Principal): boolean {
    if (subject.kind === "sensor") return true;
    const readable = listReadable(episode.suboperations, caller);
    return readable.size > 0 && episode.suboperations.every((one) => readable.has(one) || !isStored(one));
  }

  function publish(id: string): void {
    const listed = findAlert(reader, id);
    if (listed === undefined) return;
    deps.publish(toAlert(listed.alert, listed.operationId), (caller) => canSee(listed.alert, caller));
  }

  async function listSeen(
    filter: AlertFilter,
    { limit, offset }: { readonly limit: number; readonly offset: number },
    caller: Principal,
  ): Promise<readonly ListedAlert[]> {
    const found: ListedAlert[] = [];
    for (let after: StoredAlert | null = null; found.length < offset + limit;) {
      const rows: readonly ListedAlert[] = listAlerts(reader, filter, after, SLICE_ROWS);
      found.push(...rows.filter(({ alert }) => canSee(alert, caller)));
      if (rows.length < SLICE_ROWS) break;
      after = rows.at(-1)!.alert;
      await yieldToEventLoop();
    }
    return found.slice(offset, offset + limit);
  }

  return {
    note({ changed: alerts, news: toPublish }: Reconciled): void {
      for (const alert of alerts) changed.set(alert.id, alert);
      for (const { id } of toPublish) news.add(id);
    },
    /** Stores what has changed, and publishes what is new. */
    flush(isLast = false): void {
      const nowMs = clock.now();
      const isDue = news.size > 0 || isLast || Math.abs(nowMs - storedMs) >= LAZY_INTERVAL_MS;
      if (!isDue || changed.size === 0) return;
      storedMs = nowMs;
      saveAlerts(writer, [...changed.values()]);
      changed.clear();
      const published = [...news];
      news.clear();
      published.forEach(publish);
    },
    publish,
    async list(query: AlertQuery & { readonly limit: number }, caller: Principal): Promise<ListOutcome> {
      const nowMs = clock.now();
      const [from, to] = [timeIn("from", query.from, nowMs), timeIn("to", query.to, nowMs)];
      if (from.kind === "invalid") return { kind: "refused", message: from.message };
      if (to.kind === "invalid") return { kind: "refused", message: to.message };
      const filter = {
        state: query.state ?? null,
        ruleId: query.rule ?? null,
        operationId: query.operation ?? null,
        fromMs: from.timeMs ?? MIN_TIME_MS,
        toMs: to.timeMs ?? MAX_TIME_MS,
      };
      const listed = await listSeen(filter, query, caller);
      return { kind: "listed", alerts: listed.map(({ alert, operationId }) => toAlert(alert, operationId)) };
    },
    /** Alerts that were open in a range of time and are not contradicted, newest first. */
    async listOver({ fromMs, toMs }: TimeRange, limit: number, caller: Principal): Promise<readonly Alert[]> {
      const filter = { state: null, ruleId: null, operationId: null, fromMs, toMs };
      const listed = await listSeen(filter, { limit, offset: 0 }, caller);
      return listed.flatMap(({ alert, operationId }) => (alert.isContradicted ? [] : toAlert(alert, operationId)));
    },
    /** `undefined` when there is no such alert for the caller. A second acknowledgement changes nothing. */
    acknowledge(id: string, note: string | null, caller: Principal): Alert | undefined {
      const found = findAlert(reader, id);
      if (found === undefined || !canSee(found.alert, caller)) return undefined;
      const by = { userId: caller.userId, name: deps.findName(caller.userId), timeMs: clock.now(), note: note || null };
      if (acknowledgeAlert(writer, id, by)) publish(id);
      const { alert, operationId } = findAlert(reader, id)!;
      return toAlert(alert, operationId);
    },
  };
}

function timeIn(name: "from" | "to", text: string | undefined, nowMs: number) {
  if (text === undefined) return { kind: "time", timeMs: undefined } as const;
  const parsed = parseTime(text, nowMs);
  return parsed.kind === "time" ? parsed : ({ kind: "invalid", message: `${name}: ${parsed.message}` } as const);
}
