import { baseUrlOf } from "./realm.ts";

/** Built-in clients that redirect to loopback on the user's computer. */
export const LOOPBACK_CLIENTS: Readonly<Record<string, { readonly hosts: readonly string[] }>> = {
  // RFC 8252, 8.3: IP addresses, because "localhost" may resolve elsewhere.
  fieldstation: { hosts: ["127.0.0.1", "[::1]"] },
  "service-integration-test": { hosts: ["127.0.0.1", "[::1]", "localhost"] },
};

/** Pages of the console that users return to after signing in or out. */
const CONSOLE_PAGES = { signIn: ["/signed-in"], signOut: ["/", "/signed-out"] } as const;

/** RFC 8252, 7.3: `http`, a loopback address, any port and path; no user info that could disguise another host. */
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

/** Whether a redirect leads to the station's own console, at any of its host names. */
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

/**
 * Whether an origin is the station's own. On loopback it has several names; the port distinguishes it from other
 * programs.
 */
export function isOwnOrigin(origin: string, issuer: string): boolean {
  const own = new URL(baseUrlOf(issuer));
  if (origin === own.origin) return true;
  const other = parse(origin);
  return (
    other !== undefined &&
    origin === other.origin &&
    isLoopbackName(own.hostname) &&
    isLoopbackName(other.hostname) &&
    other.protocol === own.protocol &&
    other.port === own.port
  );
}

/** The properties of a client that concern pages in a browser. */
export type PublicClient = {
  readonly clientId: string;
  readonly hasSecret: boolean;
  readonly redirectUris: readonly string[];
};

/** Whether a page at this origin is one of the client: a browser application that is redirected to there. */
export function isPageOfClient(origin: string, { clientId, hasSecret, redirectUris }: PublicClient): boolean {
  return !(clientId in LOOPBACK_CLIENTS) && !hasSecret && redirectUris.some((uri) => parse(uri)?.origin === origin);
}

/** The `form-action` source (CSP 3) that allows a form to end at this redirect URI. */
export function formActionSource(redirectUri: string): string | undefined {
  const url = parse(redirectUri);
  if (url === undefined) return undefined;
  // CSP sources cannot express an IPv6 address or the authority of a private-use scheme.
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  return isWeb && !url.hostname.startsWith("[") ? url.origin : url.protocol;
}

/** The names of this computer in a redirect (RFC 8252, 7.3), in the form of a URL's host. */
export function isLoopbackName(hostname: string): boolean {
  return ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

function parse(text: string): URL | undefined {
  return URL.parse(text) ?? undefined;
}
