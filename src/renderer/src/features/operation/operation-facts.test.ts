import { afterEach, describe, expect, it } from "vitest";
import type { Operation } from "../../../../../server/contracts/operations.ts";
import type { OperatorTelemetry, UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { useText } from "../../text/index.ts";
import { setCurrentLanguage } from "../../text/language.ts";
import { formatCoordinates } from "../../ui/coordinates.ts";
import { type FactFormat, operationFactsOf } from "./operation-facts.ts";
import type { OperationView } from "./operation-view.ts";

const place = { latitude: 50.08754, longitude: 14.42136 };

function viewOf(serial: string, operatorId: string | null): OperationView {
  const operation = {
    ua_identifiers: [{ type: "serial_number", value: serial }],
    uas_operator_id: operatorId,
    aircraft_models: [],
    warnings: [],
    suboperations: [],
  } as unknown as Operation;
  const ua = { location: { ...place, accuracy: 10 }, timestamp: "2026-11-23T12:00:00.000Z" } as unknown as UaTelemetry;
  return { id: "1", operation, ua, operator: undefined, age: undefined, isReplayed: false };
}

const format: FactFormat = {
  t: (key, values = {}) => [key, ...Object.values(values)].join(" "),
  labelFor: (_group, value) => value,
  units: "metric",
  zone: "utc",
  place: (at) => formatCoordinates(at, "mgrs") ?? "",
  ownPlace: undefined,
};

const OPERATOR: OperatorTelemetry = {
  operation_id: "1",
  timestamp: "2026-11-20T12:00:00.000Z",
  timestamp_accuracy: null,
  sensor_id: "roof",
  location: { latitude: 46.499, longitude: 15.43, accuracy: null },
  altitude: null,
  source_type: "unknown",
};

function remarkOn(source_type: string): string | undefined {
  const operator = { ...OPERATOR, source_type };
  const view: OperationView = {
    id: "1",
    operation: undefined,
    ua: undefined,
    operator,
    age: undefined,
    isReplayed: false,
  };
  const facts = operationFactsOf(view, { ...format, ...useText() });
  return facts.find(({ key }) => key === "operator")?.remark;
}

describe("the facts of a card", () => {
  afterEach(() => setCurrentLanguage("en"));
  const remarks = (serial: string, operatorId: string | null) =>
    operationFactsOf(viewOf(serial, operatorId), format).flatMap(({ key, remark }) =>
      remark && key !== "place" ? [[key, remark]] : [],
    );

  it("say whether identifiers have the form of their standard", () => {
    expect(remarks("1596F351901936310360", "FIN87astrdge12k8")).toEqual([
      ["serial", "card.validSerial"],
      ["operator-id", "card.europeanOperator Finland"],
    ]);
    expect(remarks("1596F3519019363103", "GBR-OP-123ABCD")).toEqual([
      ["serial", "card.invalidSerial"],
      ["operator-id", "card.otherOperatorForm"],
    ]);
    setCurrentLanguage("cs");
    expect(remarks("1596F351901936310360", "CZE87astrdge12k8")[1]).toEqual([
      "operator-id",
      "card.europeanOperator Česko",
    ]);
  });

  it("give places in the chosen format, and the way from the person where that place is known", () => {
    const view = viewOf("1596F351901936310360", null);
    const facts = (more: Partial<FactFormat> = {}) =>
      new Map(operationFactsOf(view, { ...format, ...more }).map(({ key, value }) => [key, value]));
    expect(facts().get("place")).toBe("33U VR 58606 48524");
    expect(operationFactsOf(view, format).find(({ key }) => key === "place")?.remark).toBe("card.accuracy 10\u00a0m");
    expect(facts().has("from-me")).toBe(false);
    // A hundredth of a degree to the south: 1.11 km, and the aircraft is north of the person.
    const ownPlace = { ...place, latitude: place.latitude - 0.01 };
    expect(facts({ ownPlace }).get("from-me")).toBe("card.operatorDirection 1.11\u00a0km 000° N");
  });
});

it("the position of an operator has its source, if that is known", () => {
  expect(remarkOn("live_gnss")).toBe("live position");
  // The word of the station, which no language has.
  expect(remarkOn("unknown")).toBeUndefined();
});
