/**
 * Whether a click opens the page at which somebody signs in: the app hands only encrypted pages to the system's browser,
 * and a peer may be one without encryption.
 */
export function opensWithClick(address: string, isDesktop: boolean): boolean {
  return !isDesktop || address.startsWith("https://");
}
