import { baseUrlOf } from "./realm.ts";

/** Built-in clients whose redirects go to the computer of the person who signs in. */
export const LOOPBACK_CLIENTS: Readonly<Record<string, { readonly hosts: readonly string[] }>> = {
  // RFC 8252, 8.3: addresses, because "localhost" may lead elsewhere.
  fieldstation: { hosts: ["127.0.0.1", "[::1]"] },
  "service-integration-test": { hosts: ["127.0.0.1", "[::1]", "localhost"] },
};

/** Pages of the console a person comes back to after signing in or out. */
const CONSOLE_PAGES = { signIn: ["/signed-in"], signOut: ["/", "/signed-out"] } as const;

/** RFC 8252, 7.3: `http`, a loopback address, any port, any path; nothing that could hide another host. */
export function isLoopbackRedirect(clientId: string, redirectUri: string): boolean {
  const url = parse(redirectUri);
  return (
    url?.protocol === "http:" &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    !redirectUri.includes("#") &&
    LOOPBACK_CLIENTS[clientId]?.hosts.includes(url.hostname) === true
  );
}

/** The station's own console in a browser, at whichever of its names. */
export function isConsoleRedirect(
  clientId: string,
  redirectUri: string,
  issuer: string,
  direction: keyof typeof CONSOLE_PAGES,
): boolean {
  const url = parse(redirectUri);
  return (
    clientId === "fieldstation" &&
    url !== undefined &&
    CONSOLE_PAGES[direction].some((page) => redirectUri === `${url.origin}${page}`) &&
    isOwnOrigin(url.origin, issuer)
  );
}

/** The station's own origin. On loopback it has several names, told from other programs by the port. */
export function isOwnOrigin(origin: string, issuer: string): boolean {
  const own = new URL(baseUrlOf(issuer));
  if (origin === own.origin) return true;
  const other = parse(origin);
  return (
    other !== undefined &&
    origin === other.origin &&
    isLoopback(own.hostname) &&
    isLoopback(other.hostname) &&
    other.protocol === own.protocol &&
    other.port === own.port
  );
}

/** What `form-action` of a page must allow (CSP 3) so that a form on it may end at this address. */
export function formActionSource(redirectUri: string): string | undefined {
  const url = parse(redirectUri);
  if (url === undefined) return undefined;
  // A source cannot be written with an IPv6 address or with the authority of a private scheme.
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && !url.hostname.startsWith("[") ? url.origin : url.protocol;
}

function isLoopback(hostname: string): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

function parse(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}
