/**
 * Whether a click opens the peer's sign-in page: the app opens only encrypted pages in the system's browser, and a peer
 * may be without encryption.
 */
export function opensWithClick(address: string, isDesktop: boolean): boolean {
  return !isDesktop || address.startsWith("https://");
}
