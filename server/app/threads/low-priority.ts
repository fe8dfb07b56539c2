import { constants, getPriority, setPriority } from "node:os";

/** Lower than receiving, storing and showing, but high enough that the work makes progress. */
const NICENESS = 5;

/** Lowers the priority of the calling thread. Only Linux has one per thread; elsewhere this would slow down the process. */
export function lowerPriority(): void {
  if (process.platform !== "linux") return;
  // Relative to the process, because only administrators may raise a priority again.
  setPriority(Math.min(getPriority() + NICENESS, constants.priority.PRIORITY_LOW));
}
