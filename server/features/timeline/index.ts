import type { timelineRoutes } from "../../contracts/timeline.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { TimelineDeps } from "./timeline.deps.ts";
import { createTimelineHandlers } from "./timeline.handlers.ts";

export type { TimelineDeps } from "./timeline.deps.ts";

/** The events in a window of time, and the aircraft that were flying then. It stores nothing. */
export function createTimeline(deps: TimelineDeps): { readonly handlers: Handlers<typeof timelineRoutes> } {
  return { handlers: createTimelineHandlers(deps) };
}
