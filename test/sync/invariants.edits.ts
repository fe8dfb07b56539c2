import { listConflicts } from "../../server/features/sync/conflicts.store.ts";
import { listRefs } from "../../server/features/sync/refs.store.ts";
import { fieldKey } from "./cloud.core.ts";
import type { CloudFlight } from "./cloud.state.ts";
import { isListed, type Report } from "./listed.ts";
import {
  cloudRecord,
  type EditedKind,
  EDITABLE,
  fieldsOf,
  localIdOf,
  stationFields,
  stationKey,
  type World,
} from "./world.ts";

/**
 * 3: of every field that somebody edited, both sides have one value in the end, and each side's last value reached the
 * other, or there is or was a conflict that showed it; or the record is listed.
 */
export async function checkEdits(checked: World, report: Report): Promise<void> {
  const conflicts = checked.stations.map(({ faults: { db } }, at) => listConflicts(db, checked.accounts[at]!, 0));
  const world: CheckedWorld = { ...checked, conflicts };
  for (const at of world.stations.keys()) {
    checkPlansAreHere(world, at, report);
    for (const kind of Object.keys(EDITABLE) as EditedKind[]) {
      for (const ref of listRefs(world.stations[at]!.faults.db, world.peers[at]!, kind)) {
        if (isListed(world, at, kind, ref.localId) || world.lost.has(ref.remoteId)) continue;
        await checkRecord(world, at, { kind, ...ref }, report);
      }
    }
  }
}

/** A world with the conflicts of its stations, which are asked for with every field. */
type CheckedWorld = World & { readonly conflicts: readonly ReturnType<typeof listConflicts>[] };

type Pair = { readonly kind: EditedKind; readonly localId: string; readonly remoteId: string };

async function checkRecord(
  world: CheckedWorld,
  at: number,
  { kind, localId, remoteId }: Pair,
  report: Report,
): Promise<void> {
  const here = await stationFields(world, at, kind, localId);
  const record = cloudRecord(world, kind, remoteId);
  if (here === undefined || record === undefined) return report("edits", `${kind} ${localId} is on one side only`);
  const there = fieldsOf(kind, record);
  if (kind === "flight") checkPhase(world, at, { localId, status: (record as CloudFlight).status }, report);
  for (const field of EDITABLE[kind]) {
    if (hadConflict(world, at, { kind, localId, field })) continue;
    const where = `${kind} ${localId} ${field}`;
    if (here[field] !== there[field]) {
      // A value that neither side changed may differ where one of them cannot store it.
      report("edits", `${where}: ${here[field]} here, ${there[field]} there`);
      continue;
    }
    const mine = world.edits.findLast((edit) => edit.side === at && edit.id === localId && edit.field === field);
    const sent = world.cloud.core.history.get(fieldKey(kind, remoteId, field)) ?? [];
    if (mine !== undefined && here[field] !== mine.value && !sent.includes(mine.value)) {
      report("edits", `${where}: ${mine.value}, edited here, was lost; it is ${here[field]}`);
    }
    const theirs = world.edits.findLast(
      (edit) => edit.side === "cloud" && edit.id === remoteId && edit.field === field,
    );
    if (
      theirs !== undefined &&
      there[field] !== theirs.value &&
      !wasSeen(world, { kind, remoteId, field, value: theirs.value })
    ) {
      report("edits", `${where}: ${theirs.value}, edited there, was lost; it is ${there[field]}`);
    }
  }
}

/** A plan that was cancelled or flown on one side is no plan on the other. */
function checkPhase(
  world: CheckedWorld,
  at: number,
  { localId, status: there }: { readonly localId: string; readonly status: string },
  report: Report,
): void {
  const here = world.stations[at]!.flights.find(localId)!.detail.status;
  const phase = (status: string) => (status === "planned" || status === "cancelled" ? status : "flown");
  if (phase(here) !== phase(there) && !hadConflict(world, at, { kind: "flight", localId, field: "status" })) {
    report("edits", `flight ${localId} is ${here} here, ${there} there`);
  }
}

/** Whether any station had the value, or its conflict, so that a later editor of the field there knew it. */
function wasSeen(
  world: CheckedWorld,
  { kind, remoteId, field, value }: Omit<Pair, "localId"> & { readonly field: string; readonly value: string },
): boolean {
  return world.stations.some((_, at) => {
    const localId = localIdOf(world, at, kind, remoteId);
    if (localId === undefined) return false;
    const had = world.history.get(stationKey(at, kind, localId, field)) ?? [];
    return had.includes(value) || hadConflict(world, at, { kind, localId, field });
  });
}

/** Whether a conflict about the field is or was shown. */
function hadConflict(
  { conflicts }: CheckedWorld,
  at: number,
  { kind, localId, field }: Pick<Pair, "kind" | "localId"> & { readonly field: string },
): boolean {
  return conflicts[at]!.some(
    (conflict) => conflict.kind === kind && conflict.localId === localId && field in conflict.fields,
  );
}

/** Plans of colleagues in the cloud are on the station. */
function checkPlansAreHere(world: World, at: number, report: Report): void {
  const [user] = world.cloud.core.users;
  for (const { id, status, owner } of world.cloud.core.state.flights.values()) {
    if (owner !== user!.id || status !== "planned") continue;
    if (world.stations[at]!.flights.find(id) === undefined) report("edits", `flight ${id}, planned there, is not here`);
  }
}
