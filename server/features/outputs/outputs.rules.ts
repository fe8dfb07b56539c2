import type { OutputFilter, OutputSettings, OutputState } from "../../contracts/outputs.ts";
import { parseBbox } from "../../kernel/geo.ts";

/** What is wrong with settings, as `field: sentence`; `undefined` when they are valid. */
export function settingsProblem(settings: OutputSettings): string | undefined {
  if ("url" in settings) {
    const { hostname, port, username, password } = new URL(settings.url);
    if (hostname === "") return "settings.url: must name a host.";
    if (username !== "" || password !== "") return "settings.url: must not hold a user name or a password.";
    if (settings.kind === "tak" && port === "") return "settings.url: must name a port.";
  }
  if (settings.kind === "webhook" && settings.secret === undefined) return "settings.secret: is required.";
  return undefined;
}

/** What is wrong with a filter, as `field: sentence`; `undefined` when it is valid. */
export function filterProblem(filter: OutputFilter | null, kind: OutputSettings["kind"]): string | undefined {
  if (filter === null) return undefined;
  if (filter.bbox !== undefined) {
    const parsed = parseBbox(filter.bbox);
    if (parsed.kind === "invalid") return `filter.bbox: ${parsed.message}.`;
  }
  if (kind !== "webhook") return undefined;
  if (filter.technology !== undefined) return "filter.technology: live events cannot be chosen by technology.";
  return filter.own ? "filter.own: live events cannot be chosen by account." : undefined;
}

/** What to do with the run of an output after a change. A new name does not affect it. */
export function decideRun(
  before: { readonly enabled: boolean; readonly state: OutputState },
  after: { readonly enabled: boolean; readonly isChanged: boolean; readonly isAsked: boolean },
): "start" | "stop" | "leave" {
  if (!after.enabled) return before.enabled ? "stop" : "leave";
  if (!before.enabled || after.isChanged) return "start";
  // It was switched on again while it waits for a retry: it is tried at once.
  return after.isAsked && before.state !== "running" ? "start" : "leave";
}
