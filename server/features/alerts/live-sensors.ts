import { SECOND_MS } from "../../kernel/clock.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { StoredAlert } from "./alert.model.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import type { CompiledRule } from "./conditions.rules.ts";
import { silencesOf } from "./episodes.rules.ts";
import { alertOf, reconcile, type Reconciled } from "./reconcile.rules.ts";

type Watched = { readonly compiled: CompiledRule; alerts: readonly StoredAlert[] };

/** Judges whether sensors are silent: by the clock, and by the times of the records that arrive. */
export function createLiveSensors(deps: {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly tracks: Pick<AlertTracks, "listSensorTimes" | "findSensorTime">;
  readonly listAlertsOf: (ruleId: string) => readonly StoredAlert[];
  readonly note: (reconciled: Reconciled) => void;
}) {
  const { clock, ids, tracks, note } = deps;
  const newestMs = new Map<string, number>();
  let watched: readonly Watched[] = [];

  function settle(one: Watched, timesMs: readonly number[], settledMs: number, known = one.alerts): void {
    const { condition } = one.compiled.rule;
    if (condition.kind !== "sensor_silent") return;
    const { rule } = one.compiled;
    const episodes = silencesOf(timesMs, condition.seconds * SECOND_MS, settledMs)
      .filter(({ lastMs, endedMs }) => (endedMs === null ? settledMs : lastMs) >= rule.appliesFromMs)
      .map((episode) => ({ ...episode, beganMs: Math.max(episode.beganMs, rule.appliesFromMs) }));
    const subject = { kind: "sensor", sensorId: condition.sensor_id } as const;
    const reconciled = reconcile(known, episodes, (episode, alert) =>
      alertOf(rule, subject, { id: alert?.id ?? ids.random(), episode }),
    );
    if (reconciled.changed.length > 0) note(reconciled);
    one.alerts = [...one.alerts.filter((alert) => !known.includes(alert)), ...reconciled.alerts];
  }

  return {
    take(sensorId: string, timeMs: number): void {
      const beforeMs = newestMs.get(sensorId);
      if (beforeMs === undefined && watched.length === 0) return;
      if (beforeMs === undefined || timeMs > beforeMs) newestMs.set(sensorId, timeMs);
      for (const one of watched) {
        const { condition } = one.compiled.rule;
        if (condition.kind !== "sensor_silent" || condition.sensor_id !== sensorId || beforeMs === undefined) continue;
        const allowedMs = condition.seconds * SECOND_MS;
        if (timeMs > beforeMs) {
          const open = one.alerts.filter(({ episode }) => episode.endedMs === null);
          if (open.length > 0 || timeMs - beforeMs > allowedMs) settle(one, [beforeMs, timeMs], timeMs, open);
          continue;
        }
        // A record from within a silence: the silence did not exist, or was shorter.
        for (const alert of one.alerts) {
          const fromMs = alert.episode.beganMs - allowedMs;
          const toMs = alert.episode.endedMs ?? clock.now();
          if (timeMs <= fromMs || timeMs >= toMs) continue;
          const times = tracks.listSensorTimes(sensorId, { fromMs, toMs });
          settle(one, times, alert.episode.endedMs ?? clock.now(), [alert]);
        }
      }
    },
    setRules(rules: readonly CompiledRule[]): void {
      watched = rules
        .filter(({ rule }) => rule.condition.kind === "sensor_silent")
        .map((compiled) => {
          const alerts = deps
            .listAlertsOf(compiled.rule.id)
            .filter(({ isContradicted, episode }) => !isContradicted && episode.beganMs >= compiled.rule.appliesFromMs);
          return { compiled, alerts };
        });
      for (const { compiled } of watched) {
        const { condition } = compiled.rule;
        if (condition.kind !== "sensor_silent" || newestMs.has(condition.sensor_id)) continue;
        const timeMs = tracks.findSensorTime(condition.sensor_id);
        if (timeMs !== undefined) newestMs.set(condition.sensor_id, timeMs);
      }
    },
    /** Judges by the clock: silence begins without any record. */
    tick(): void {
      const nowMs = clock.now();
      for (const one of watched) {
        const { condition } = one.compiled.rule;
        const timeMs = condition.kind === "sensor_silent" ? newestMs.get(condition.sensor_id) : undefined;
        if (timeMs === undefined || nowMs <= timeMs) continue;
        settle(
          one,
          [timeMs],
          nowMs,
          one.alerts.filter(({ episode }) => episode.endedMs === null),
        );
      }
    },
  };
}
