import { describe, expect, it } from "vitest";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { Track } from "../../tracks/track-collection.ts";
import { COMMANDS } from "../shortcuts/commands.ts";
import {
  findCommands,
  findEntries,
  findReceived,
  type FoundItem,
  foundGroupsOf,
  itemAfterSteps,
  type StationEntry,
} from "./find.rules.ts";
import { searchTargetOf } from "./search-target.ts";

function track(id: string, serial: string | undefined, receivedAtMs = 0, more: Partial<Operation> = {}): Track {
  const operation =
    serial === undefined
      ? undefined
      : ({
          uas_operator_id: null,
          descriptions: [],
          ua_identifiers: [{ type: "serial_number", value: serial }],
          ...more,
        } as unknown as Operation);
  return { id, operation, receivedAtMs } as Track;
}

const item = (key: string): FoundItem => ({
  key,
  label: key,
  detail: "",
  target: { kind: "received", operationId: key, place: undefined },
});

describe("aircraft that are received", () => {
  const tracks = [
    track("middle", "1581F5FJD2282A9"),
    track("unnamed", undefined),
    track("start", "F5FJ"),
    track("whole-old", "5FJD", 1),
    track("whole-new", "5fjd", 2),
    track("end", "ABC5FJD"),
  ];

  it("are found by the whole of an identifier, its beginning, its end, then any part; then the newest", () => {
    expect(findReceived(tracks, " 5FJd ", 9)).toEqual(["whole-new", "whole-old", "end", "middle"]);
    expect(findReceived(tracks, "5FJD", 2)).toEqual(["whole-new", "whole-old"]);
    expect(findReceived(tracks, "  ", 9)).toEqual([]);
  });

  it("are found by their operator and by what they say of themselves", () => {
    const fire = track("fire", "X1", 0, { descriptions: [{ type: "text", value: "Fire brigade" }] });
    const owned = track("owned", "X2", 0, { uas_operator_id: "AUTxxxx" });
    expect(findReceived([fire, owned], "brigade", 9)).toEqual(["fire"]);
    expect(findReceived([fire, owned], "aut", 9)).toEqual(["owned"]);
  });
});

describe("commands", () => {
  const found = (text: string) => findCommands(COMMANDS, text, ({ id }) => id.replace("-", " ")).map(({ id }) => id);

  it("are found by the beginnings of words of their names, in any order", () => {
    expect(found("pag fli")).toEqual(["page-flights"]);
    expect(found("flights page")).toEqual(["page-flights"]);
    expect(found("lights")).toEqual([]);
  });

  it("are all there before anything is typed", () => {
    expect(found("")).toHaveLength(COMMANDS.length);
  });
});

describe("what is set up at the station", () => {
  const entries: readonly StationEntry[] = [
    { kind: "settings", id: "backups", name: "Backups" },
    { kind: "source", id: "1", name: "Střecha" },
    { kind: "map", id: "2", name: "Old backup map" },
    { kind: "output", id: "3", name: "TAK, střecha" },
  ];
  const found = (text: string) => findEntries(entries, text).map(({ id }) => id);

  it("is found by any part of its name, with or without accents, the better matches first", () => {
    expect(found("BACKUP")).toEqual(["backups", "2"]);
    expect(found(" strecha")).toEqual(["1", "3"]);
    expect(found("roof")).toEqual([]);
    expect(found(" ")).toEqual([]);
  });

  it("is opened on its page, and an alert rule by those who may change it", () => {
    const rule = { kind: "rule", id: "4", name: "Too near" } as const;
    expect(searchTargetOf(entries[0]!)).toEqual({ name: "settings", query: { show: "backups" } });
    expect(searchTargetOf(entries[1]!)).toEqual({ name: "sources", query: { show: "1" } });
    expect(searchTargetOf(entries[2]!)).toEqual({ name: "settings", query: { show: "map-sets" } });
    expect(searchTargetOf(entries[3]!)).toEqual({ name: "outputs", query: { show: "3" } });
    expect(searchTargetOf({ ...rule, mayChange: true })).toEqual({ name: "alert-rule", params: { id: "4" } });
    expect(searchTargetOf({ ...rule, mayChange: false })).toEqual({ name: "alerts" });
  });
});

describe("what was found", () => {
  it("is listed by kind, without kinds of which nothing was found", () => {
    const items = [item("a")];
    const groups = foundGroupsOf({
      commands: { items, isPart: false },
      aircraft: { items, isPart: true },
      own: { items: [], isPart: false },
    });
    expect(groups.map(({ group }) => group)).toEqual(["aircraft", "commands"]);
  });

  it("is gone through by steps that end at both ends, from the first where the chosen one is gone", () => {
    const items = ["a", "b", "c"].map(item);
    expect(itemAfterSteps(items, "a", 1)).toBe("b");
    expect(itemAfterSteps(items, "c", 1)).toBe("c");
    expect(itemAfterSteps(items, "b", -8)).toBe("a");
    expect(itemAfterSteps(items, "gone", 1)).toBe("b");
    expect(itemAfterSteps([], undefined, 1)).toBeUndefined();
  });
});
