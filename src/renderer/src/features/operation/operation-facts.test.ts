import { expect, it } from "vitest";
import type { OperatorTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { useText } from "../../text/index.ts";
import { factsOf } from "./operation-facts.ts";
import type { OperationView } from "./operation-view.ts";

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
  const facts = factsOf(view, { ...useText(), units: "metric", zone: "utc" });
  return facts.find(({ key }) => key === "operator")?.remark;
}

it("the position of an operator says where it comes from, and nothing where that is not known", () => {
  expect(remarkOn("live_gnss")).toBe("live position");
  // The word of the station, which no language has.
  expect(remarkOn("unknown")).toBeUndefined();
});
