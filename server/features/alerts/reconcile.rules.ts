import {
  type AlertFacts,
  type Condition,
  type Episode,
  GROUND,
  type StoredAlert,
  type StoredRule,
  type Subject,
} from "./alert.model.ts";

/** The alerts that follow from episodes: each episode is one alert, which keeps its id while the episode changes. */
export type Reconciled = {
  /** The alert of each episode, in the order of the episodes. */
  readonly alerts: readonly StoredAlert[];
  /** Alerts to publish: they began, ended, began again or were contradicted. */
  readonly news: readonly StoredAlert[];
  /** All alerts that have to be stored. */
  readonly changed: readonly StoredAlert[];
};

/**
 * Matches alerts of one rule and subject with the current episodes. An alert stays with the first episode that overlaps
 * it in time; alerts without an episode are contradicted by later data.
 */
export function reconcile(
  known: readonly StoredAlert[],
  episodes: readonly Episode[],
  raise: (episode: Episode, known: StoredAlert | undefined) => StoredAlert,
): Reconciled {
  const left = known.toSorted((a, b) => a.episode.beganMs - b.episode.beganMs || (a.id < b.id ? -1 : 1));
  const alerts: StoredAlert[] = [];
  const news: StoredAlert[] = [];
  const changed: StoredAlert[] = [];
  for (const episode of episodes) {
    const at = left.findIndex((alert) => isSameStretch(alert.episode, episode));
    const [alert] = at < 0 ? [] : left.splice(at, 1);
    const raised = raise(episode, alert);
    const next = alert === undefined ? raised : { ...raised, id: alert.id, acknowledged: alert.acknowledged };
    alerts.push(next);
    if (alert !== undefined && !alert.isContradicted && isSame(alert, next)) continue;
    changed.push(next);
    if (alert === undefined || isOpen(alert) !== isOpen(next) || alert.isContradicted) news.push(next);
  }
  for (const alert of left) {
    if (alert.isContradicted) continue;
    const contradicted = { ...alert, isContradicted: true, episode: endedEpisode(alert.episode) };
    changed.push(contradicted);
    news.push(contradicted);
  }
  return { alerts, news, changed };
}

export function isOpen({ episode }: Pick<StoredAlert, "episode">): boolean {
  return episode.endedMs === null;
}

/** Ends an episode whose rule is no longer judged, or whose operation is not received any more, at its last sample. */
export function endedEpisode(episode: Episode): Episode {
  return { ...episode, endedMs: episode.endedMs ?? episode.lastMs };
}

function isSameStretch(a: Episode, b: Episode): boolean {
  return a.beganMs <= b.lastMs && b.beganMs <= a.lastMs;
}

function isSame(a: StoredAlert, b: StoredAlert): boolean {
  const [one, other] = [a.episode, b.episode];
  return (
    one.beganMs === other.beganMs &&
    one.lastMs === other.lastMs &&
    one.endedMs === other.endedMs &&
    one.latitude === other.latitude &&
    one.longitude === other.longitude &&
    one.deepestM === other.deepestM &&
    one.about === other.about &&
    one.suboperations.join() === other.suboperations.join() &&
    a.detail.identifier === b.detail.identifier
  );
}

/** A new alert for an episode. */
export function alertOf(
  { id: ruleId, name, severity, hasSound, hasNotification, condition }: StoredRule,
  subject: Subject,
  {
    id,
    episode,
    identifier,
  }: { readonly id: string; readonly episode: Episode; readonly identifier?: string | undefined },
): StoredAlert {
  const rule = { ruleId, ruleName: name, kind: condition.kind, severity, hasSound, hasNotification };
  const detail = { ...detailOf(condition, episode), ...(identifier !== undefined && { identifier }) };
  return { id, ...rule, subject, episode, detail, isContradicted: false, acknowledged: null };
}

function detailOf(condition: Condition, { deepestM, about }: Episode): AlertFacts {
  switch (condition.kind) {
    case "area_entered":
      return condition.zone === null ? {} : { zone_id: condition.zone.id };
    case "near":
      return { distance_m: rounded(condition.horizontal_m + deepestM) };
    case "traffic_near":
      return { distance_m: rounded(condition.horizontal_m + deepestM), ...(about !== null && { icao: about }) };
    case "height_above":
      return {
        height_m: rounded(condition.metres - deepestM),
        reference: condition.reference,
        ...(about === GROUND && { computed: true }),
      };
    case "operator_far":
      return { distance_m: rounded(condition.metres - deepestM) };
    case "unknown_id":
    case "implausible":
    case "sensor_silent":
      return {};
  }
}

const rounded = (metres: number): number => Math.round(metres * 10) / 10;
