import type { App } from "electron";
import { z } from "zod";
import { logMessage } from "../log-message.ts";
import { LINK_SCHEME } from "./deep-link.rules.ts";
import type { LateStarts } from "./late-starts.ts";
import { MAX_OPENINGS } from "./opening-arguments.ts";
import type { Openings } from "./openings.ts";

/** The data that a second start sends to the first: its parsed command line, which Chromium changes in transit. */
const secondInstanceData = z.object({ openings: z.array(z.string().max(4096)).max(MAX_OPENINGS) });
export type SecondInstanceData = z.infer<typeof secondInstanceData>;

export interface OpeningsTaken {
  readonly openings: Openings;
  readonly lateStarts: LateStarts;
}

/** Takes files and links of this start, of further starts, and on macOS those that the system opens with the app. */
export function followOpenings(app: App, { openings, lateStarts }: OpeningsTaken, atStart: readonly string[]): void {
  const add = (paths: readonly string[]): void => {
    if (lateStarts.areLate) return lateStarts.add(paths);
    openings.add(paths).catch((error: unknown) => logMessage(`could not be opened: ${String(error)}`));
  };
  add(atStart);
  app.on("second-instance", (_event, _argv, _workingFolder, data) =>
    add(secondInstanceData.safeParse(data).data?.openings ?? []),
  );
  app.on("open-file", (event, path) => {
    event.preventDefault();
    add([path]);
  });
  app.on("open-url", (event, link) => {
    event.preventDefault();
    add([link]);
  });
  // Not when it runs from its sources: the system would register a program that may soon not exist.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
}
