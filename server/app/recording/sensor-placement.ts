import type { Source } from "../../contracts/sources.ts";
import type { PositionFix } from "../../ingest/codecs/position.fix.ts";
import type { AirspaceInput } from "../../ingest/decoded.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { createStationPosition } from "../station/station-position.ts";
import { createSensorsWithStation } from "./sensors-with-station.ts";

type Known = Pick<Source, "id" | "sensor_id" | "settings" | "enabled" | "with_station">;

/** Places the sensors that move with the station where its own receivers say that it is. */
export function createSensorPlacement<S extends Known>(parts: {
  readonly clock: Clock;
  readonly position: Pick<ReturnType<typeof createStationPosition>, "find" | "note">;
  readonly listSources: () => readonly S[];
  /** Records what a sensor of a source reports. */
  readonly record: (source: S, inputs: readonly AirspaceInput[]) => void;
}) {
  const { position } = parts;
  const sensors = createSensorsWithStation(parts.clock);
  const fixes = new Map<string, PositionFix | null>();
  const followers = () =>
    parts
      .listSources()
      .filter(({ enabled, with_station: isWith, settings }) => enabled && isWith && settings.kind !== "position");

  return {
    /** The run of a position source reports here. */
    reportFrom: (sourceId: string) => (fix: PositionFix | null) => {
      fixes.set(sourceId, fix);
      position.note(sourceId, fix);
    },
    /** Call with what each source decoded. */
    note(source: Pick<Source, "id" | "sensor_id" | "settings">, decoded: readonly AirspaceInput[]): void {
      if (source.settings.kind !== "position") return sensors.note(source, decoded);
      const fix = fixes.get(source.id);
      const isChosen = position.find()?.source_id === source.id;
      if (fix === undefined || fix === null || !isChosen || !decoded.some(({ kind }) => kind === "sensor")) return;
      for (const follower of followers()) parts.record(follower, sensors.at(follower, fix));
    },
  };
}
