import { existsSync, readFileSync } from "node:fs";

/** Clock ticks a second in /proc on every Linux of today. */
const TICKS = 100;

/** CPU seconds of another process; `NaN` where the system does not tell. */
export function cpuSecondsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // After the name in brackets, which may hold spaces: state is field 3, user and system time are 14 and 15.
  const fields = readFileSync(file, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
