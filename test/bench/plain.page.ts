import type { Browser, CDPSession, Page } from "playwright-core";

/** The functions for measuring a page. */
export interface MeasuredPage {
  readonly browser: Browser;
  readonly devtools: Pick<CDPSession, "send">;
  /** Runs an expression in the page, and awaits it if it returns a promise. */
  evaluate<T>(expression: string): Promise<T>;
}

export interface PlainPage extends MeasuredPage, AsyncDisposable {
  /** Errors and warnings of the page's console, and uncaught exceptions. */
  readonly complaints: readonly string[];
}

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

/** The fields of the events with which a page reports an exception, a message of the browser, or one of a script. */
interface Complaint {
  readonly exceptionDetails?: Evaluated["exceptionDetails"];
  readonly entry?: { readonly level: string; readonly text: string };
  readonly type?: string;
  readonly args?: readonly { readonly value?: unknown; readonly description?: string }[];
}

const COMPLAINTS: ReadonlySet<string> = new Set([
  "Runtime.exceptionThrown",
  "Log.entryAdded",
  "Runtime.consoleAPICalled",
]);
const COMPLAINING: ReadonlySet<string | undefined> = new Set(["error", "warning"]);

/**
 * A page of a new profile that is observed only on request; `script` runs in it before its own. Playwright observes
 * every message of a WebSocket in the pages that it opens itself: with the stream of thousands of aircraft that costs
 * their main thread more than drawing them, and no real browser does it.
 */
export async function openPlainPage(browser: Browser, url: string, script: string): Promise<PlainPage> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send("Target.createBrowserContext");
  const size = { width: 1280, height: 800 };
  const { targetId } = await root.send("Target.createTarget", { url: "about:blank", browserContextId, ...size });
  const complaints: string[] = [];
  const devtools = await attach(root, targetId, ({ exceptionDetails, entry, type, args = [] }) => {
    if (exceptionDetails)
      complaints.push(`exception: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    if (entry && COMPLAINING.has(entry.level)) complaints.push(`${entry.level}: ${entry.text}`);
    if (COMPLAINING.has(type)) complaints.push(`${type}: ${args.map((one) => one.value ?? one.description).join(" ")}`);
  });
  for (const domain of ["Page", "Runtime", "Log"] as const) await devtools.send(`${domain}.enable`);
  await devtools.send("Emulation.setDeviceMetricsOverride", { ...size, deviceScaleFactor: 1, mobile: false });
  await devtools.send("Page.addScriptToEvaluateOnNewDocument", { source: script });
  await devtools.send("Page.navigate", { url });
  return {
    browser,
    devtools,
    complaints,
    async evaluate<T>(expression: string): Promise<T> {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = (await devtools.send("Runtime.evaluate", options)) as Evaluated;
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as T;
    },
    async [Symbol.asyncDispose]() {
      await root.send("Target.disposeBrowserContext", { browserContextId: browserContextId! });
      await root.detach();
    },
  };
}

/** A page that Playwright has opened, for measurements that do not depend on its network. */
export async function measured(page: Page, browser: Browser): Promise<MeasuredPage> {
  const devtools = await page.context().newCDPSession(page);
  return { browser, devtools, evaluate: (expression) => page.evaluate(expression) };
}

/** Attaches to a page through the session of the browser, which Playwright offers for its own pages only. */
async function attach(
  root: CDPSession,
  targetId: string,
  onComplaint: (complaint: Complaint) => void,
): Promise<Pick<CDPSession, "send">> {
  const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: false });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  root.on("Target.receivedMessageFromTarget", (event) => {
    if (event.sessionId !== sessionId) return;
    const { id, method, params, result, error } = JSON.parse(event.message) as Answer;
    if (method !== undefined && COMPLAINTS.has(method)) onComplaint(params as Complaint);
    if (id === undefined) return;
    if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  const send = async (method: string, params: unknown = {}): Promise<unknown> => {
    const id = ++lastId;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(id, answer);
    await root.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method, params }) });
    return answer.promise;
  };
  return { send: send as CDPSession["send"] };
}
