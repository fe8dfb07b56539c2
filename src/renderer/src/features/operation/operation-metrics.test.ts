import { expect, it } from "vitest";
import type { UaTelemetry } from "../../../../../server/contracts/telemetry.ts";
import { useText } from "../../text/index.ts";
import { motionMetricsOf } from "./operation-metrics.ts";

const moving = (speed_accuracy: number | null) =>
  ({
    velocity: { horizontal_speed: 12, vertical_speed: null, heading: null, components_accuracy: null, speed_accuracy },
  }) as unknown as UaTelemetry;

it("says how accurate a speed is, where the aircraft sends it", () => {
  expect(motionMetricsOf(moving(0.3), "metric", useText())).toMatchObject([
    { value: "12.0\u00a0m/s", accuracy: "±0.3\u00a0m/s" },
  ]);
  expect(motionMetricsOf(moving(null), "metric", useText())[0]).not.toHaveProperty("accuracy");
});
