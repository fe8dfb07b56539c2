import { describe, expect, it } from "vitest";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { TrackCollection } from "../../tracks/track-collection.ts";
import { matchOf, needsStation, type StationMatches } from "./filter-match.ts";
import { NO_FILTER, type OperationFilter } from "./operation-filter.ts";

const TIME = "2026-11-20T10:00:00.000Z";
const operation = {
  id: "a",
  status: "current",
  seen: false,
  uas_operator_id: "FIN87astrdge12k8",
  ua_identifiers: [{ type: "serial_number", value: "1588E040445AC004418" }],
  aircraft_models: [{ maker: "Ébène", model: "Straße 2", type: "glider" }],
  sensor_ids: ["roof"],
  sources: [{ name: "roof", type: "rid_receiver", message_count: 3 }],
  transmission_technologies: ["wifi_beacon"],
  suboperations: [],
} as unknown as Operation;
const record = {
  operation_id: "a",
  timestamp: TIME,
  sensor_id: "roof",
  location: { latitude: 50, longitude: 14, accuracy: null },
  altitudes: [
    { type: "MSL", value: 400, accuracy: null },
    { type: "ATO", value: 80, accuracy: null },
  ],
} as unknown as UaTelemetry;

function passes(filter: Partial<OperationFilter>, known?: StationMatches): boolean {
  const collection = new TrackCollection();
  collection.applyOperations([operation]);
  collection.applyUa([record], Date.parse(TIME));
  collection.applyOperator([
    {
      operation_id: "a",
      timestamp: TIME,
      timestamp_accuracy: null,
      sensor_id: "roof",
      location: { latitude: 50.01, longitude: 14, accuracy: null },
      altitude: null,
      source_type: "take_off",
    },
  ]);
  const [track] = [...collection.tracks.values()];
  return matchOf({ ...NO_FILTER, ...filter }, collection, known)(track!);
}

describe("an aircraft on the live map", () => {
  it.each<[Partial<OperationFilter>, boolean]>([
    [{}, true],
    [{ text: " ac0044 " }, true],
    [{ text: "fin87" }, true],
    [{ text: "ROOF" }, true],
    [{ text: "E\u0301BÈNE" }, true],
    [{ text: "STRASSE 2" }, true],
    [{ text: "glider" }, true],
    [{ text: "%" }, false],
    [{ status: "current" }, true],
    [{ status: "past" }, false],
    [{ technologies: ["network", "wifi_beacon"] }, true],
    [{ technologies: ["network"] }, false],
    [{ sourceType: "rid_receiver" }, true],
    [{ sourceType: "import" }, false],
    [{ sensorId: "roof" }, true],
    [{ sensorId: "oof" }, false],
    [{ seen: "no" }, true],
    [{ seen: "yes" }, false],
    [{ height: { fromM: 80, toM: 80 } }, true],
    [{ height: { fromM: 81, toM: undefined } }, false],
    [{ operatorDistance: { fromM: 1000, toM: 1200 } }, true],
    [{ operatorDistance: { fromM: undefined, toM: 1000 } }, false],
    [{ sensorDistance: { fromM: 0, toM: undefined } }, false],
    [{ whose: "own" }, false],
    [{ whose: "others" }, false],
  ])("is matched against %j", (filter, expected) => {
    expect(passes(filter)).toBe(expected);
  });

  it("passes where only the station knows its history and its visibility", () => {
    const known = { passing: new Set(["a"]) };
    expect(passes({ whose: "own", height: { fromM: 500, toM: undefined } }, known)).toBe(true);
    expect(passes({ whose: "own", text: "nobody" }, known)).toBe(false);
    expect(needsStation({ ...NO_FILTER, whose: "own" })).toBe(true);
    expect(needsStation({ ...NO_FILTER, text: "a", seen: "no" })).toBe(false);
  });

  it("belongs to somebody else if the station has listed one's own and it is not among them", () => {
    expect(passes({ whose: "others" }, { own: new Set(["b"]) })).toBe(true);
    expect(passes({ whose: "others" }, { own: new Set(["a"]) })).toBe(false);
    const height = { fromM: 500, toM: undefined };
    expect(passes({ whose: "others", height }, { own: new Set() })).toBe(false);
    expect(passes({ whose: "others", height }, { own: new Set(), passing: new Set(["a"]) })).toBe(true);
    expect(passes({ whose: "others", height }, { own: new Set(["a"]), passing: new Set(["a"]) })).toBe(false);
  });
});
