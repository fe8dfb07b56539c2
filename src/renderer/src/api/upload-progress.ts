/** Per cent of a file that have been sent: 100 only when all of it has. */
export function sentPercent(sentBytes: number, totalBytes: number): number {
  return totalBytes === 0 ? 100 : Math.floor((100 * sentBytes) / totalBytes);
}
