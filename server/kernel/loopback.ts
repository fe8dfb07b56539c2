/** Whether an address is of this computer; so is that of every caller behind a proxy on it. */
export function isLoopbackAddress(address: string): boolean {
  return /^(::1$|(::ffff:)?127\.)/i.test(address);
}
