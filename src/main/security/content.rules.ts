/** What the window may show, fetch and open: pure decisions, applied by the guards in this folder. */

const externalProtocols: readonly string[] = ["https:", "mailto:"];
const ownProtocols: readonly string[] = ["data:", "blob:", "devtools:"];
const maxExternalUrlLength = 2_048;

/** Whether an address may be opened in the person's own browser or mail program. */
export function isAllowedExternally(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || address.length > maxExternalUrlLength) return false;
  // With credentials in its address, a link can pretend to lead elsewhere.
  return externalProtocols.includes(url.protocol) && url.username === "" && url.password === "";
}

/** Whether two addresses have one origin (RFC 6454); an opaque origin equals nothing. */
export function isSameOrigin(address: string, origin: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.origin !== "null" && url.origin === URL.parse(origin)?.origin;
}

/**
 * Whether a page may open an address outside the app: what is allowed of any address, and documents of the station, such
 * as the description of its API, while it is the station that answers.
 */
export function isAllowedLink(address: string, { stationUrl, isAnswering }: TrustedPages): boolean {
  if (isAllowedExternally(address)) return true;
  if (stationUrl === undefined || !isAnswering || address.length > maxExternalUrlLength) return false;
  const url = URL.parse(address);
  return url?.username === "" && url.password === "" && isSameOrigin(address, stationUrl);
}

export interface TrustedPages {
  /** Address of the station, once it has been proved that it is the station that answers there. */
  readonly stationUrl: string | undefined;
  /** Whether it answers there now: while it is down, another program could use its port. */
  readonly isAnswering: boolean;
  /** Whether an address is exactly that of the page that is shown until then. */
  readonly isStartingPage: (address: string) => boolean;
}

/** A frame as IPC sees its sender. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/** Only the top frame of our own two pages may send requests to the main process. */
export function isTrustedFrame(frame: SenderFrame | null, trust: TrustedPages): boolean {
  if (frame === null || frame.parent !== null) return false;
  return isTrustedPage(frame.url, trust);
}

/** Whether an address is one of the two pages that the window shows. */
export function isTrustedPage(address: string, { stationUrl, isStartingPage }: TrustedPages): boolean {
  return isStartingPage(address) || (stationUrl !== undefined && isSameOrigin(address, stationUrl));
}

export interface ContentRequest {
  readonly url: string;
  /** Electron's word for what is fetched: mainFrame, image, script, xhr, … */
  readonly resourceType: string;
}

/** The station serves everything; from elsewhere come only map tiles, and only from where its policy says. */
export function isAllowedRequest(
  request: ContentRequest,
  trust: TrustedPages,
  imageSources: readonly string[],
): boolean {
  const url = URL.parse(request.url);
  if (url === null) return false;
  if (ownProtocols.includes(url.protocol)) return true;
  const { stationUrl, isAnswering } = trust;
  if (stationUrl !== undefined && isSameOrigin(request.url.replace(/^ws/, "http"), stationUrl)) return isAnswering;
  return request.resourceType === "image" && imageSources.some((source) => matchesSource(url, source));
}

/** Sources of `img-src`, or of `default-src` in its place, in a Content-Security-Policy (CSP Level 3). */
export function listImageSources(policy: string): readonly string[] {
  const directives = new Map(
    policy.split(";").flatMap((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      return name === undefined || name === "" ? [] : [[name.toLowerCase(), sources] as const];
    }),
  );
  return (directives.get("img-src") ?? directives.get("default-src") ?? []).filter((source) => !source.startsWith("'"));
}

/** A source is `https:`, `https://host`, `https://*.host` or one of them with a port; only https leads outside. */
function matchesSource(url: URL, source: string): boolean {
  if (url.protocol !== "https:") return false;
  if (source === "https:") return true;
  const host = /^https:\/\/([^/]+)/.exec(source)?.[1];
  if (host === undefined) return false;
  return host.startsWith("*.") ? url.host.endsWith(host.slice(1)) : url.host === host;
}

/** The policy for a page of the station that sends none. */
export const strictPolicy =
  "default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline'; object-src 'none'; " +
  "base-uri 'none'; frame-ancestors 'none'; form-action 'none'";

export type ResponseHeaders = Readonly<Record<string, string[]>>;

/** The policies of an answer, joined; `undefined` when it has none. */
export function findPolicy(headers: ResponseHeaders): string | undefined {
  const names = Object.keys(headers).filter((name) => name.toLowerCase() === "content-security-policy");
  const policies = names.flatMap((name) => headers[name] ?? []);
  return policies.length === 0 ? undefined : policies.join("; ");
}

const grantedPermissions: readonly string[] = ["notifications", "clipboard-sanitized-write", "fullscreen"];

/** Alerts may notify and the console may copy and fill the screen; everything else (location, camera, USB) is refused. */
export function isGrantedPermission(permission: string, address: string, trust: TrustedPages): boolean {
  return grantedPermissions.includes(permission) && isTrustedPage(address, trust);
}
