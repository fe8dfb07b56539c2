/**
 * CPU time that this thread has used, milliseconds. Linux updates its count for a running thread in ticks of up to 4
 * ms, and at once when the time of the whole process is read: so that is read first.
 */
export function threadCpuMs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
