import { strict } from "./strict.ts";

/** The parts of the system that a journey cannot see: they do nothing, or throw until the journey sets a result. */

function unanswered(name: string): (...args: readonly unknown[]) => never {
  return () => {
    throw new Error(`${name}: the journey gave no answer`);
  };
}

export const dialog = strict("dialog", {
  showOpenDialog: unanswered("dialog.showOpenDialog"),
  showMessageBox: unanswered("dialog.showMessageBox"),
  showSaveDialog: unanswered("dialog.showSaveDialog"),
  showErrorBox: (title: string, content: string): void => console.error(`${title}\n${content}`),
});

export const shell = strict("shell", {
  openExternal: unanswered("shell.openExternal"),
  openPath: unanswered("shell.openPath"),
});

const workArea = { x: 0, y: 0, width: 1920, height: 1080 };
const display = { id: 1, bounds: workArea, workArea, scaleFactor: 1 };

export const screen = strict("screen", {
  getAllDisplays: () => [display],
  getPrimaryDisplay: () => display,
});

/** There is always a network: requests go to a server of the journey. */
export const net = strict("net", { isOnline: (): boolean => true });

const blockers = new Set<number>();
let lastBlocker = 0;

export const powerSaveBlocker = strict("powerSaveBlocker", {
  start(): number {
    lastBlocker += 1;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id: number): void => void blockers.delete(id),
  isStarted: (id: number): boolean => blockers.has(id),
});
