import { describe, expect, it } from "vitest";
import { formatCoordinates } from "../../ui/coordinates.ts";
import { formatPosition } from "../../ui/units.ts";
import type { LatLon } from "../../tracks/mercator.ts";
import { sceneBoundsOf, conflictSceneOf } from "./conflict-scene.ts";
import { valueText } from "./conflict-text.ts";
import { type ConflictDraft, inputKindOf, newConflictDraft, readDecision, chooseSide } from "./conflict.rules.ts";
import { conflictWith } from "./sync.fixture.ts";

const CIRCLE = { type: "Point", coordinates: [15.43, 47.07], radius: 200 };
const CONFLICT = conflictWith({
  max_height: { base: 100, here: 110, there: 90 },
  region: { base: CIRCLE, here: { ...CIRCLE, radius: 300 }, there: CIRCLE },
  takeoff: { base: null, here: { lat: 47.07, lon: 15.43 }, there: { lat: 47.1, lon: 15.4 } },
  closing_flag: { base: null, here: "a", there: "b" },
});
const FORMATS = { units: "metric", place: formatPosition } as const;
const other = (text: string) => ({ side: "other", text }) as const;

function read(changes: ConflictDraft) {
  return readDecision("flight", { ...chooseSide(newConflictDraft(CONFLICT), "here"), ...changes });
}

describe("a decision", () => {
  it("is not complete before every field has one", () => {
    const draft = { ...newConflictDraft(CONFLICT), max_height: { side: "there", text: "" } } as const;
    expect(readDecision("flight", draft)).toEqual({
      kind: "incomplete",
      problems: { region: "needed", takeoff: "needed", closing_flag: "needed" },
    });
    expect(readDecision("flight", chooseSide(draft, "there"))).toEqual({
      kind: "complete",
      decision: { max_height: "there", region: "there", takeoff: "there", closing_flag: "there" },
    });
  });

  it("takes another value as the API has it", () => {
    const region = JSON.stringify({ ...CIRCLE, radius: 250 });
    expect(read({ max_height: other(" 99,5 "), takeoff: other("47.5, 15.25"), region: other(region) })).toEqual({
      kind: "complete",
      decision: {
        max_height: { value: 99.5 },
        takeoff: { value: { lat: 47.5, lon: 15.25 } },
        region: { value: { ...CIRCLE, radius: 250 } },
        closing_flag: "here",
      },
    });
    expect(readDecision("device", { groups: other("van, roof ,") })).toEqual({
      kind: "complete",
      decision: { groups: { value: ["van", "roof"] } },
    });
  });

  it("says what is wrong with another value", () => {
    expect(
      read({ max_height: other(""), takeoff: other("north"), region: other("{"), closing_flag: other("c") }),
    ).toEqual({
      kind: "incomplete",
      problems: { max_height: "badNumber", takeoff: "badCoordinates", region: "badRegion", closing_flag: "badValue" },
    });
  });

  it("starts a third value with that of this station", () => {
    expect(newConflictDraft(CONFLICT)["max_height"]).toEqual({ side: undefined, text: "110" });
    expect(newConflictDraft(CONFLICT)["takeoff"]?.text).toBe("47.07, 15.43");
    expect(inputKindOf("aircraft", "model")).toEqual({ kind: "fixed" });
    expect(inputKindOf("flight", "of_a_newer_station")).toEqual({ kind: "fixed" });
  });
});

describe("the values of a conflict", () => {
  it("are sentences, and an absent one is named as such", () => {
    expect(valueText("flight", "region", CIRCLE, FORMATS)).toBe("Circle of 200\u00a0m around 47.07000, 15.43000");
    const inMgrs = { ...FORMATS, place: (place: LatLon) => formatCoordinates(place, "mgrs") ?? "" };
    expect(valueText("flight", "region", CIRCLE, inMgrs)).toMatch(/^Circle of 200\u00a0m around 33T WN \d{5} \d{5}$/);
    expect(valueText("flight", "takeoff", { lat: 47.07, lon: 15.43 }, inMgrs)).toMatch(/^33T WN \d{5} \d{5}$/);
    expect(valueText("flight", "visibility", "private", FORMATS)).toBe("You and administrators");
    expect(valueText("flight", "max_height", null, FORMATS)).toBe("none");
    expect(valueText("aircraft", "uas_class", "AircraftUASClass.C2", FORMATS)).toBe("C2");
    expect(valueText("device", "groups", [], FORMATS)).toBe("none");
  });

  it("are shown on both maps at one scale, with the whole circle", () => {
    const bounds = sceneBoundsOf([conflictSceneOf(CONFLICT, "here"), conflictSceneOf(CONFLICT, "there")]);
    expect(Math.min(...bounds.map(({ latitude }) => latitude))).toBeCloseTo(47.07 - 300 / 111_320, 4);
    expect(Math.max(...bounds.map(({ latitude }) => latitude))).toBe(47.1);
  });
});
