/**
 * CPU time that this thread has used, milliseconds. Linux brings what it has counted for a running thread up to date in
 * ticks of up to 4 ms, and at once where the time of the whole process is asked for: so that is asked for first.
 */
export function threadCpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
