import { ALL_TIME } from "../../kernel/clock.ts";
import type { GroundAt, KnownGround } from "../../kernel/ground.ts";
import { yieldToEventLoop } from "../../storage/sliced.ts";
import type { Episode, Fix, Sample, StoredAlert } from "./alert.model.ts";
import type { AlertTracks } from "./alert-tracks.store.ts";
import { type CompiledRule, fixAt, MAX_TARGET_AGE_MS, type Surroundings } from "./conditions.rules.ts";
import { emptyProgress, episodesOf, inOrder } from "./episodes.rules.ts";
import {
  emptyJudgement,
  judge,
  type JudgedOperation,
  judgeWindow,
  newestAt,
  surroundingsOf,
  targetKeyOf,
  WINDOW_MS,
} from "./judged-operation.ts";
import { loadTraffic } from "./traffic-fixes.ts";

type Reading = {
  readonly rules: readonly CompiledRule[];
  readonly tracks: AlertTracks;
  readonly signal: AbortSignal;
};

/**
 * Judges a whole operation from the database, with the samples that arrived since, and begins its window anew. `settle`
 * is called for each rule with its episodes, and how many of them are in the window; it returns the alerts of those.
 * Returns false when the operation does not exist any more.
 */
export async function rejudgeOperation(
  operation: JudgedOperation,
  { rules, tracks, signal }: Reading,
  settle: (
    rule: CompiledRule,
    episodes: (settledMs: number) => readonly Episode[],
    inHead: number,
  ) => readonly StoredAlert[],
): Promise<boolean> {
  const stored = tracks.findOperation(operation.id);
  if (stored === undefined) return false;
  const request = { ...ALL_TIME, hasHeights: true, signal };
  const read = await tracks.readSamples(stored.judged, request);
  const operator = await tracks.readOperator(stored.judged, request);
  const targetsAt = await loadTargets(rules, { fromMs: stored.firstMs, toMs: stored.lastMs }, { tracks, signal });
  const trafficAt = await loadTraffic(rules, [...read, ...operation.samples.list()].toSorted(inOrder), {
    tracks,
    signal,
  });
  const groundAt = await loadGround(rules, [...read, ...operation.samples.list()], tracks);
  const { uuid, identifiers, isImplausible, owners, judged } = stored;
  Object.assign(operation, { uuid, identifiers, isImplausible, owners, judged });
  for (const fix of operator) operation.operator.insert(fix);
  const merged = operation.samples.list();
  const samples = [...read, ...merged.filter(({ suboperation }) => judged.includes(suboperation))]
    .toSorted(inOrder)
    .filter((sample, index, all) => index === 0 || inOrder(all[index - 1]!, sample) !== 0);
  const newestMs = samples.at(-1)?.timeMs ?? -Infinity;
  const beginMs = newestMs - WINDOW_MS;
  const passed = samples.filter(({ timeMs }) => timeMs < beginMs);
  const surroundings = surroundingsOf(operation, {
    operatorAt: (timeMs) => operation.operator.newestAt(timeMs),
    targetsAt,
    trafficAt,
    groundAt,
  });
  const bases = rules.map(() => emptyProgress());
  for (const [index, rule] of rules.entries()) {
    judge(bases[index]!, rule, passed, surroundings);
    await yieldToEventLoop(signal);
  }
  // From here on without yielding: the samples that arrived meanwhile are in the operation.
  const late = addedTo(merged, operation.samples.list());
  operation.samples.replace(samples.filter(({ timeMs }) => timeMs >= beginMs - 2 * WINDOW_MS));
  operation.baseCount = operation.samples.countBefore(beginMs);
  for (const sample of late) {
    if (!judged.includes(sample.suboperation)) continue;
    if (sample.timeMs >= beginMs) operation.samples.insert(sample);
    if (sample.timeMs < beginMs || !rules.every((rule) => isGroundReady(rule, sample, tracks.ground))) {
      operation.isStale = true;
    }
  }
  operation.newestMs = operation.samples.newest?.timeMs ?? -Infinity;
  operation.baseMs = beginMs;
  operation.judgements.clear();
  for (const [index, rule] of rules.entries()) {
    const judgement = { ...emptyJudgement(), base: bases[index]! };
    const { done } = judgement.base;
    judgement.base.done = [];
    judgement.head = judgeWindow(operation, rule, judgement.base, surroundings);
    const { head } = judgement;
    const inHead = head.done.length + (head.open === null ? 0 : 1);
    judgement.alerts = settle(rule, (settledMs) => [...done, ...episodesOf(head, settledMs)], inHead);
    if (inHead > 0 || judgement.base.open !== null) operation.judgements.set(rule, judgement);
  }
  return true;
}

/** What has been added to samples, both in order. */
function addedTo(before: readonly Sample[], now: readonly Sample[]): readonly Sample[] {
  let at = 0;
  return now.filter((sample) => {
    const isOld = at < before.length && inOrder(before[at]!, sample) === 0;
    if (isOld) at++;
    return !isOld;
  });
}

/** The episodes of a stored operation between two times, as they would have been raised. */
export async function judgeStored(
  id: number,
  range: { readonly fromMs: number; readonly toMs: number },
  {
    rule,
    tracks,
    targetsAt,
    settledMs,
    signal,
  }: Omit<Reading, "rules"> & {
    readonly rule: CompiledRule;
    readonly targetsAt: Surroundings["targetsAt"];
    readonly settledMs: number;
  },
): Promise<JudgedEpisodes> {
  const stored = tracks.findOperation(id);
  if (stored === undefined) return NONE;
  const judged = tracksToRead(rule, stored.judged, range, tracks);
  if (judged.length === 0) return { ...NONE, isHeightUnknown: isHeightUnknown(rule, stored.judged, range, tracks) };
  const { kind } = rule.rule.condition;
  const holdsForAll = kind === "implausible" || kind === "unknown_id";
  const blank = surroundingsOf(stored, {
    operatorAt: () => undefined,
    targetsAt,
    trafficAt: () => [],
    groundAt: () => NaN,
  });
  if (holdsForAll && !(rule.measure(NOWHERE, blank) <= 0)) return NONE;
  const hasHeights =
    kind === "height_above" ||
    kind === "near" ||
    kind === "traffic_near" ||
    (kind === "area_entered" && rule.rule.condition.zone !== null);
  const samples = await tracks.readSamples(stored.judged, { ...range, hasHeights, signal });
  const operator =
    kind === "operator_far" ? await tracks.readOperator(stored.judged, { ...range, hasHeights, signal }) : [];
  const trafficAt = await loadTraffic([rule], samples, { tracks, signal });
  const groundAt = await loadGround([rule], samples, tracks);
  const surroundings = surroundingsOf(stored, {
    operatorAt: (timeMs) => fixAt(operator, timeMs, Infinity),
    targetsAt,
    trafficAt,
    groundAt,
  });
  const progress = emptyProgress();
  judge(progress, rule, samples, surroundings);
  const [identifier] = stored.identifiers;
  return {
    episodes: episodesOf(progress, settledMs),
    uuid: stored.uuid,
    identifier,
    isHeightUnknown:
      kind === "height_above" &&
      samples.length > 0 &&
      samples.every((sample) => Number.isNaN(rule.measure(sample, surroundings))),
  };
}

type JudgedEpisodes = {
  readonly episodes: readonly Episode[];
  readonly uuid: string | null;
  readonly identifier: string | undefined;
  /** Whether the rule compares heights, and none of the records has the one that it compares. */
  readonly isHeightUnknown: boolean;
};

const NONE: JudgedEpisodes = { episodes: [], uuid: null, identifier: undefined, isHeightUnknown: false };
const NOWHERE: Sample = {
  timeMs: 0,
  suboperation: 0,
  latitude: 0,
  longitude: 0,
  mslM: NaN,
  wgs84M: NaN,
  aglM: NaN,
  atoM: NaN,
};

/** The geoid is at most 107 m from the ellipsoid. */
const GEOID_M = 110;
/** The lowest ground on earth, the shore of the Dead Sea, is at −430 m. */
const LOWEST_GROUND_M = -500;

/**
 * For an operation whose tracks need not be read: whether it has records in a range of time, and none of them has a
 * height. A height that is known is too low for the rule, over any ground.
 */
function isHeightUnknown(
  { rule: { condition } }: CompiledRule,
  judged: readonly number[],
  range: { readonly fromMs: number; readonly toMs: number },
  tracks: AlertTracks,
): boolean {
  if (condition.kind !== "height_above") return false;
  const any = { ...range, reference: condition.reference, mm: -Infinity, aboveSeaMm: -Infinity };
  return (
    !judged.some((suboperation) => tracks.hasHigher(suboperation, any)) &&
    judged.some((suboperation) => tracks.hasRecords(suboperation, range))
  );
}

/** None where the condition can hold for no sample: then nothing has to be read. */
function tracksToRead(
  { rule: { condition } }: CompiledRule,
  judged: readonly number[],
  range: { readonly fromMs: number; readonly toMs: number },
  tracks: AlertTracks,
): readonly number[] {
  if (condition.kind !== "height_above") return judged;
  const { reference, metres } = condition;
  const isAboveSea = reference === "MSL" || reference === "WGS84";
  const request = { ...range, reference, mm: (isAboveSea ? metres - GEOID_M : metres) * 1000 };
  const aboveSeaMm = (metres + LOWEST_GROUND_M - GEOID_M) * 1000;
  return judged.filter((suboperation) => tracks.hasHigher(suboperation, { ...request, aboveSeaMm }));
}

/** The ground under some samples, as far as rules compare heights above it. */
async function loadGround(
  rules: readonly CompiledRule[],
  samples: readonly Sample[],
  { ground }: Pick<AlertTracks, "ground">,
): Promise<GroundAt> {
  if (!rules.some((rule) => rule.needsGround)) return ground.at;
  return ground.over(withoutHeight(samples));
}

function* withoutHeight(samples: readonly Sample[]): Iterable<Sample> {
  for (const sample of samples) if (Number.isNaN(sample.aglM)) yield sample;
}

/** Whether all that is known of the ground under a sample is in memory, as far as a rule needs it. */
export function isGroundReady({ needsGround }: CompiledRule, sample: Sample, ground: KnownGround): boolean {
  return !needsGround || !Number.isNaN(sample.aglM) || ground.isReady(sample);
}

/** The positions of the protected operations, from the database. */
export async function loadTargets(
  rules: readonly CompiledRule[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  { tracks, signal }: Pick<Reading, "tracks" | "signal">,
): Promise<Surroundings["targetsAt"]> {
  const range = { fromMs: fromMs - MAX_TARGET_AGE_MS, toMs };
  const loaded = new Map<string, readonly (readonly Fix[])[]>();
  for (const { rule } of rules) {
    if (rule.condition.kind !== "near") continue;
    const { to } = rule.condition;
    const key = targetKeyOf(to, rule.creatorId);
    if (key === undefined || loaded.has(key)) continue;
    const numbers =
      to === "own_flights"
        ? tracks.listOwned(rule.creatorId, range)
        : typeof to === "object" && "operation_id" in to
          ? [tracks.numberOf(to.operation_id)]
          : [];
    const fixes: (readonly Fix[])[] = [];
    for (const number of numbers) {
      const judged = number === undefined ? [] : (tracks.findOperation(number)?.judged ?? []);
      fixes.push(await tracks.readSamples(judged, { ...range, hasHeights: true, signal }));
    }
    loaded.set(key, fixes);
  }
  return (to, creatorId, timeMs) =>
    to === "station"
      ? tracks.station.at(timeMs)
      : (loaded.get(targetKeyOf(to, creatorId) ?? "") ?? []).flatMap((fixes) => newestAt(fixes, timeMs) ?? []);
}
