import type { SearchResult } from "../../../../../server/contracts/search.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import type { Track } from "../../tracks/track-collection.ts";
import { foldText } from "../../../../../server/contracts/fold-text.ts";
import type { Command } from "../shortcuts/commands.ts";

/** The groups of search results, in the order of display. */
export const FOUND_GROUPS = ["aircraft", "own", "places", "commands", "station", "log"] as const;
export type FoundGroupName = (typeof FOUND_GROUPS)[number];

/** What is set up at the station, and a section of the settings: few enough that the console searches them itself. */
export type StationEntry =
  | { readonly kind: "source" | "output" | "map" | "settings"; readonly id: string; readonly name: string }
  | { readonly kind: "rule"; readonly id: string; readonly name: string; readonly mayChange: boolean };

export type FoundObject = SearchResult["objects"][number] | StationEntry;

/** The target that the item opens. */
export type FoundTarget =
  | { readonly kind: "received"; readonly operationId: string; readonly place: LatLon | undefined }
  | { readonly kind: "object"; readonly object: FoundObject }
  | { readonly kind: "place"; readonly place: LatLon; readonly zoom: number }
  | { readonly kind: "command"; readonly command: Command }
  /** The log, with the text as its filter. */
  | { readonly kind: "log"; readonly text: string };

export interface FoundItem {
  readonly key: string;
  readonly label: string;
  readonly detail: string;
  readonly target: FoundTarget;
}

export interface Found {
  readonly items: readonly FoundItem[];
  /** There are more than are listed. */
  readonly isPart: boolean;
}

export interface FoundGroup extends Found {
  readonly group: FoundGroupName;
}

const NOT_FOUND = 4;

/** How well a text matches: completely, at its beginning or end (the map shows the end of serial numbers), anywhere. */
function gradeOf(text: string, wanted: string): number {
  const lower = text.toLowerCase();
  if (lower === wanted) return 0;
  if (lower.startsWith(wanted)) return 1;
  if (lower.endsWith(wanted)) return 2;
  return lower.includes(wanted) ? 3 : NOT_FOUND;
}

function textsOf({ operation }: Track): readonly string[] {
  return [
    ...(operation?.ua_identifiers.map(({ value }) => value) ?? []),
    operation?.uas_operator_id ?? "",
    ...(operation?.descriptions.map(({ value }) => value) ?? []),
  ];
}

/** The ids of aircraft whose identifiers, operator or descriptions contain a text: best matches first, then the newest. */
export function findReceived(tracks: Iterable<Track>, text: string, limit: number): readonly string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const found: { readonly track: Track; readonly grade: number }[] = [];
  for (const track of tracks) {
    const grade = Math.min(...textsOf(track).map((one) => gradeOf(one, wanted)));
    if (grade < NOT_FOUND) found.push({ track, grade });
  }
  const best = found.toSorted((a, b) => a.grade - b.grade || b.track.receivedAtMs - a.track.receivedAtMs);
  return best.slice(0, limit).map(({ track }) => track.id);
}

/** Commands by the beginnings of words of their names; all of them for an empty text. */
export function findCommands(
  commands: readonly Command[],
  text: string,
  labelOf: (command: Command) => string,
): readonly Command[] {
  const words = foldText(text).trim().split(/\s+/);
  return commands.filter((command) => {
    const label = ` ${foldText(labelOf(command))}`;
    return words.every((word) => label.includes(` ${word}`));
  });
}

/** Entries whose names contain a text: best matches first. */
export function findEntries(entries: readonly StationEntry[], text: string): readonly StationEntry[] {
  const wanted = foldText(text).trim();
  if (wanted === "") return [];
  return entries
    .map((entry) => ({ entry, grade: gradeOf(foldText(entry.name), wanted) }))
    .filter(({ grade }) => grade < NOT_FOUND)
    .toSorted((a, b) => a.grade - b.grade)
    .map(({ entry }) => entry);
}

/** Groups in the order of display, without the empty ones. */
export function foundGroupsOf(found: Readonly<Partial<Record<FoundGroupName, Found>>>) {
  return FOUND_GROUPS.flatMap((group): readonly FoundGroup[] => {
    const part = found[group];
    return part && part.items.length > 0 ? [{ group, ...part }] : [];
  });
}

/** The item that is some steps from the selected one, which may no longer exist. */
export function itemAfterSteps(
  items: readonly FoundItem[],
  chosen: string | undefined,
  steps: number,
): string | undefined {
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  );
  return items[Math.max(0, Math.min(items.length - 1, at + steps))]?.key;
}
