import type { AlertsFeature } from "../../features/alerts/index.ts";
import type { AnnotationsFeature } from "../../features/annotations/index.ts";
import { createTimeline, type TimelineDeps } from "../../features/timeline/index.ts";
import type { Core } from "./core.ts";

/** What happened in a window of time, from what the other features have stored. */
export function composeTimeline(parts: {
  readonly core: Core;
  readonly alerts: Pick<AlertsFeature, "listOver">;
  readonly annotations: Pick<AnnotationsFeature, "listWritten">;
  readonly sources: { readonly listIntervals: TimelineDeps["listSourceIntervals"] };
}): ReturnType<typeof createTimeline> {
  const { core, alerts, annotations, sources } = parts;
  return createTimeline({
    listSpans: core.operations.spans.list,
    findReadableIds: core.operations.spans.findReadableIds,
    listAnnotations: annotations.listWritten,
    listAlerts: alerts.listOver,
    listSourceIntervals: sources.listIntervals,
    readPositions: core.telemetry.readPositions,
  });
}
