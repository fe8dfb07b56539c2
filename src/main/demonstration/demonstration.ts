import { dialog, type App, type BrowserWindow } from "electron";
import type { LateStarts } from "../open-requests/late-starts.ts";
import { desktopText } from "../text/desktop-text.ts";

export interface Demonstration {
  /** Whether this run of the app is a demonstration. */
  readonly isOpen: boolean;
  /** Ends this run after the person has confirmed, and starts a demonstration; does nothing in a demonstration. */
  readonly open: () => Promise<void>;
  /** Ends the demonstration, and begins a run with the person's own recording. */
  readonly leave: () => void;
  /** Starts the app once more, after this run has ended, with files and links. */
  readonly startAgain: (filesAndLinks: readonly string[]) => void;
}

export interface DemonstrationPorts {
  readonly isOpen: boolean;
  readonly lateStarts: LateStarts;
  readonly window: () => BrowserWindow | undefined;
  readonly startAgain: (filesAndLinks: readonly string[], demo: boolean) => void;
}

/**
 * A demonstration has its own station, sign-in and recording. These belong to a run of the app, so a demonstration is a
 * separate run.
 */
export function setUpDemonstration(
  app: App,
  { isOpen, lateStarts, window, startAgain }: DemonstrationPorts,
): Demonstration {
  let isNext = isOpen;
  let isAsking = false;

  function begin(demo: boolean): void {
    isNext = demo;
    // As if somebody started the app while it ends.
    lateStarts.add([]);
    app.quit();
  }

  return {
    isOpen,
    async open() {
      if (isOpen || isAsking) return;
      isAsking = true;
      const isWanted = await ask(window());
      isAsking = false;
      if (isWanted) begin(true);
    },
    leave() {
      if (isOpen) begin(false);
    },
    startAgain: (filesAndLinks) => startAgain(filesAndLinks, isNext),
  };
}

/** Asks for confirmation, because the person's own receivers are not received during the demonstration. */
async function ask(window: BrowserWindow | undefined): Promise<boolean> {
  const { message, detail, open, cancel } = desktopText().app.demonstration;
  const options = { type: "question" as const, message, detail, buttons: [open, cancel], defaultId: 0, cancelId: 1 };
  const { response } = await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 0;
}
