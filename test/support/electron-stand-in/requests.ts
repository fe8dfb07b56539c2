import { preventable } from "./app.ts";
import type { CdpSession } from "./cdp.pipe.ts";
import { session, type Headers, type RequestDetails } from "./session.ts";
import type { WebContents } from "./web-contents.ts";

/** The fields of CDP's `Fetch.requestPaused` that are used here; a response has a status code. */
interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string; readonly method: string };
  readonly resourceType: string;
  readonly frameId: string;
  readonly redirectedRequestId?: string;
  readonly responseStatusCode?: number;
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[];
}

/** Electron's names for Chromium's resource types; those that are missing here are the same in lower case. */
const resourceTypes: Readonly<Record<string, string>> = { Fetch: "xhr", Ping: "ping", CSPViolationReport: "cspReport" };

/** Calls `will-navigate`, `will-redirect` and `webRequest` for everything that a page fetches. */
export async function guardRequests(target: CdpSession, contents: WebContents, mainFrameId: string): Promise<void> {
  const { webRequest } = session.defaultSession;

  async function handlePaused(paused: Paused): Promise<void> {
    const details = describe(paused);
    if (paused.responseStatusCode !== undefined)
      return handlePausedResponse(paused, details, paused.responseStatusCode);
    if (details.resourceType === "mainFrame" && isPausedByGuard(paused)) return fail(paused, "Aborted");
    if (await webRequest._isCancelled(details)) return fail(paused, "BlockedByClient");
    await target.send("Fetch.continueRequest", { requestId: paused.requestId });
  }

  /** Whether a listener of main prevents the navigation. */
  function isPausedByGuard({ request, redirectedRequestId }: Paused): boolean {
    if (redirectedRequestId === undefined && contents._loading === request.url) return false;
    const event = preventable({ url: request.url, isMainFrame: true });
    contents.emit(redirectedRequestId === undefined ? "will-navigate" : "will-redirect", event, request.url);
    return event.defaultPrevented;
  }

  async function handlePausedResponse(
    { requestId, responseHeaders }: Paused,
    details: RequestDetails,
    code: number,
  ): Promise<void> {
    const received: Headers = {};
    for (const { name, value } of responseHeaders ?? []) (received[name] ??= []).push(value);
    const replaced = await webRequest._replaceHeaders(details, received, code);
    const headers = Object.entries(replaced ?? received).flatMap(([name, values]) =>
      values.map((value) => ({ name, value })),
    );
    await target.send("Fetch.continueResponse", { requestId, responseCode: code, responseHeaders: headers });
  }

  async function fail({ requestId }: Paused, errorReason: "Aborted" | "BlockedByClient"): Promise<void> {
    await target.send("Fetch.failRequest", { requestId, errorReason });
  }

  function describe({ request, resourceType, frameId }: Paused): RequestDetails {
    const frame = frameId === mainFrameId ? "mainFrame" : "subFrame";
    const known = resourceType === "Document" ? frame : resourceTypes[resourceType];
    return { url: request.url, method: request.method, resourceType: known ?? resourceType.toLowerCase() };
  }

  // The requests of a page end with it.
  target.on("Fetch.requestPaused", (paused: Paused) => void handlePaused(paused).catch(() => undefined));
  await target.send("Fetch.enable", {
    patterns: [{ urlPattern: "*" }, { urlPattern: "*", resourceType: "Document", requestStage: "Response" }],
  });
}
