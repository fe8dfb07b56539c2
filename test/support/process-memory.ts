import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Resident memory of a process, MB. */
export function rssMbOf(pid: number): number {
  return Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024);
}

/**
 * How much the resident memory of a process grew at its peak during some work, MB; `NaN` where the system does not
 * report it. Linux keeps the peak itself, so that none is missed between two reads (proc(5), `clear_refs`).
 */
export async function grownMbOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return Number.NaN;
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const beforeKb = kilobytes(status, "VmRSS");
  await work();
  return (kilobytes(status, "VmHWM") - beforeKb) / 1024;
}

function kilobytes(status: string, name: "VmRSS" | "VmHWM"): number {
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, "m").exec(readFileSync(status, "utf8"))?.[1]);
}
