/** Where a station or its console is reached; a `URL` and a `Location` are one. */
export type CookieOrigin = Pick<URL, "port" | "protocol">;

/** Cookies ignore ports, so two stations on one computer need different cookie names. */
export function cookieNameOf({ port, protocol }: CookieOrigin, name: string): string {
  return `station_${port === "" ? protocol.slice(0, -1) : port}_${name}`;
}
