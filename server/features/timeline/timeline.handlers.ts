import type { timelineRoutes } from "../../contracts/timeline.ts";
import { MAX_POSITIONS, MAX_TIMELINE_MARKS, MAX_TIMELINE_OPERATIONS } from "../../contracts/timeline.ts";
import type { Viewer } from "../../kernel/access.ts";
import { isoFromMs, SECOND_MS } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { Principal } from "../../kernel/principal.ts";
import type { TimeRange } from "../../kernel/time-range.ts";
import type { TimelineDeps } from "./timeline.deps.ts";
import { readPositionQuery, readTimelineWindow } from "./timeline.rules.ts";
import { toSensorPlaces, toTrackPositions } from "./timeline.wire.ts";

export function createTimelineHandlers(deps: TimelineDeps): Handlers<typeof timelineRoutes> {
  /** A viewer who may read an operation may read its annotations. */
  function listAnnotations(range: TimeRange, viewer: Viewer) {
    const written = deps.listAnnotations(range, MAX_TIMELINE_MARKS + 1);
    const ids = deps.findReadableIds([...new Set(written.map(({ operation }) => operation))], viewer);
    const notes = written.slice(0, MAX_TIMELINE_MARKS).flatMap(({ operation, note, writtenMs }) => {
      const id = ids.get(operation);
      return id === undefined ? [] : [{ operation_id: id, time: isoFromMs(writtenMs), note }];
    });
    return { notes, isComplete: written.length <= MAX_TIMELINE_MARKS };
  }

  async function listAlerts(range: TimeRange, caller: Principal) {
    const alerts = await deps.listAlerts(range, MAX_TIMELINE_MARKS + 1, caller);
    return { alerts: alerts.slice(0, MAX_TIMELINE_MARKS), isComplete: alerts.length <= MAX_TIMELINE_MARKS };
  }

  function listSources(range: TimeRange) {
    const intervals = deps.listSourceIntervals(range, MAX_TIMELINE_MARKS + 1);
    const sources = intervals.slice(0, MAX_TIMELINE_MARKS).map(({ sourceId, name, state, fromMs, untilMs }) => ({
      source_id: sourceId,
      name,
      state,
      from: isoFromMs(fromMs),
      to: isoFromMs(untilMs),
    }));
    return { sources, isComplete: intervals.length <= MAX_TIMELINE_MARKS };
  }

  return {
    async getTimeline({ query, principal, signal }) {
      const read = readTimelineWindow(query);
      if (read.kind === "refused") return failure(400, "validation_error", read.message);
      const { range } = read;
      const viewer = { caller: principal, isPublicExcluded: false };
      const listed = await deps.listSpans(range, viewer, { limit: MAX_TIMELINE_OPERATIONS, signal });
      const annotations = listAnnotations(range, viewer);
      const sources = listSources(range);
      const { alerts, isComplete } = await listAlerts(range, principal);
      const operations = listed.spans.map(({ id, ua_identifiers, firstMs, lastMs, warnings }) => ({
        id,
        ua_identifiers,
        from: isoFromMs(firstMs),
        to: isoFromMs(lastMs),
        warnings: [...warnings],
      }));
      return {
        status: 200,
        body: {
          operations,
          is_complete: listed.isComplete && annotations.isComplete && sources.isComplete && isComplete,
          notes: annotations.notes,
          alerts: [...alerts],
          sources: sources.sources,
        },
      };
    },

    async listPositions({ query, principal, signal }) {
      const read = readPositionQuery(query);
      if (read.kind === "refused") return failure(400, "validation_error", read.message);
      const { range, bbox } = read;
      const { spacingMs, tracks, sensors } = await deps.readPositions({
        range,
        bbox,
        spacingMs: query.spacing * SECOND_MS,
        maxRecords: MAX_POSITIONS,
        viewer: { caller: principal, isPublicExcluded: false },
        signal,
      });
      return {
        status: 200,
        body: {
          spacing: spacingMs / SECOND_MS,
          tracks: tracks.map((track) => toTrackPositions(track, range.fromMs)),
          sensors: sensors.flatMap(({ sensorId, places }) => toSensorPlaces(sensorId, places, range.fromMs)),
        },
      };
    },
  };
}
