import type { App } from "electron";
import { z } from "zod";
import { logMessage } from "../log-message.ts";
import { LINK_SCHEME } from "./deep-link.rules.ts";
import type { LateStarts } from "./late-starts.ts";
import { MAX_FILES_AND_LINKS } from "./file-and-link-arguments.ts";
import type { OpenRequests } from "./open-requests.ts";

/** What a second start sends to the first. Chromium changes a command line in transit, so it is parsed before. */
const secondInstanceData = z.object({ filesAndLinks: z.array(z.string().max(4096)).max(MAX_FILES_AND_LINKS) });
export type SecondInstanceData = z.infer<typeof secondInstanceData>;

export interface OpenRequestReceivers {
  readonly openRequests: OpenRequests;
  readonly lateStarts: LateStarts;
}

/** Takes files and links of this start, of further starts, and on macOS those that the system opens with the app. */
export function followOpenRequests(
  app: App,
  { openRequests, lateStarts }: OpenRequestReceivers,
  atStart: readonly string[],
): void {
  const add = (paths: readonly string[]): void => {
    if (lateStarts.areLate) return lateStarts.add(paths);
    openRequests.add(paths).catch((error: unknown) => logMessage(`could not be opened: ${String(error)}`));
  };
  add(atStart);
  app.on("second-instance", (_event, _argv, _workingFolder, data) =>
    add(secondInstanceData.safeParse(data).data?.filesAndLinks ?? []),
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
