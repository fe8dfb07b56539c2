import type { timelineRoutes } from "../../contracts/timeline.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { TimelineDeps } from "./timeline.deps.ts";
import { createTimelineHandlers } from "./timeline.handlers.ts";

export type { TimelineDeps } from "./timeline.deps.ts";

/** What happened in a window of time, and what was flying then. It stores nothing. */
export function createTimeline(deps: TimelineDeps): { readonly handlers: Handlers<typeof timelineRoutes> } {
  return { handlers: createTimelineHandlers(deps) };
}
