/**
 * Whether an address of the provider may be opened in the person's browser or asked by this app: https, or plain http
 * on this computer's own addresses (RFC 8252, 8.3).
 */
export function isProviderAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || isLoopbackAddress(address);
}

/** Plain http is allowed for these only. */
export function isLoopbackAddress(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
}

/** Where the realm of a base address is. */
export function issuerAt(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, "")}/realms/dcp`;
}
