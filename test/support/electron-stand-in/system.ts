import { strict } from "./strict.ts";

/** The parts of the system that a journey cannot see: they do nothing, or throw until it puts an answer there. */

function unanswered(name: string): (...args: readonly unknown[]) => never {
  return () => {
    throw new Error(`${name}: the journey gave no answer`);
  };
}

export const dialog = strict("dialog", {
  showOpenDialog: unanswered("dialog.showOpenDialog"),
  showMessageBox: unanswered("dialog.showMessageBox"),
  showErrorBox: (title: string, content: string): void => console.error(`${title}\n${content}`),
});

export const shell = strict("shell", {
  openExternal: unanswered("shell.openExternal"),
  openPath: unanswered("shell.openPath"),
});

const workArea = { x: 0, y: 0, width: 1920, height: 1080 };

export const screen = strict("screen", {
  getAllDisplays: () => [{ id: 1, bounds: workArea, workArea, scaleFactor: 1 }],
});

export const powerSaveBlocker = strict("powerSaveBlocker", { start: (): number => 1 });
