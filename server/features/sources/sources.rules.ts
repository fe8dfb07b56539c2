import type { SourceSettings, SourceState, SourceUpdate } from "../../contracts/station.ts";

const SENSOR_ID_MAX_CHARACTERS = 128;

/** Sensor id of a source that was given none: it says what is listened to, so that records can be told apart later. */
export function defaultSensorId(settings: SourceSettings): string {
  const id = plainSensorId(settings).trim().slice(0, SENSOR_ID_MAX_CHARACTERS).trim();
  return id === "" ? settings.kind : id;
}

function plainSensorId(settings: SourceSettings): string {
  switch (settings.kind) {
    case "file":
      return lastPartOf(settings.path).replace(/(?<=.)\.[^.]*$/, "");
    case "udp":
      return `udp-${settings.port}`;
    case "serial":
      return `serial-${lastPartOf(settings.path)}`;
    default:
      return settings.kind;
  }
}

/** The last part of a path of any system: a station on Linux may be set up from a console on Windows. */
function lastPartOf(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? "";
}

/** What to do with the run of a source after a change. */
export type RunDecision = "stop" | "start" | "leave";

/**
 * A new name leaves the run alone. New settings or another sensor id start it anew, as does switching on: also one
 * that is on but at its end or between two tries, because that is what a person who presses the switch wants.
 */
export function decideRun(
  before: { readonly enabled: boolean; readonly sensor_id: string; readonly state: SourceState },
  update: SourceUpdate,
): RunDecision {
  const isEnabled = update.enabled ?? before.enabled;
  if (!isEnabled) return before.enabled ? "stop" : "leave";
  if (!before.enabled) return "start";
  if (update.settings !== undefined) return "start";
  if (update.sensor_id !== undefined && update.sensor_id !== before.sensor_id) return "start";
  const isIdle = before.state === "finished" || before.state === "waiting" || before.state === "stopped";
  return update.enabled === true && isIdle ? "start" : "leave";
}

/** Simulated aircraft belong into a demonstration, which has a recording of its own. */
export function isMisplacedDemo(settings: SourceSettings | undefined, isDemo: boolean): boolean {
  return settings?.kind === "demo" && !isDemo;
}
