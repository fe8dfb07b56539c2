import type { Heard, HeardFrame, HeardSensor } from "./heard.ts";

type Complete<H> = H & { readonly observedAtMs: number; readonly sensorId: string };

/** What was heard, with its time and sensor known: what the pipeline works on. */
export type CompleteHeard = Complete<HeardFrame> | Complete<HeardSensor>;

/**
 * Fills in what the medium did not say: the station's clock where there is no capture time (a serial line), and the
 * sensor id of the source where the receiver does not name itself. A capture time is never changed.
 */
export function completeHeard(
  heard: HeardFrame | HeardSensor,
  defaults: { readonly nowMs: number; readonly sensorId: string },
): CompleteHeard {
  if (isComplete(heard)) return heard;
  const observedAtMs = heard.observedAtMs ?? defaults.nowMs;
  const sensorId = heard.sensorId ?? defaults.sensorId;
  return { ...heard, observedAtMs, sensorId };
}

function isComplete(heard: Exclude<Heard, { kind: "refused" }>): heard is CompleteHeard {
  return heard.observedAtMs !== null && heard.sensorId !== null;
}
