import { strict } from "./strict.ts";

type Answer<T> = (answer: T) => void;

export interface RequestDetails {
  readonly url: string;
  readonly resourceType: string;
  readonly method: string;
}

export type Headers = Record<string, string[]>;

interface Contents {
  getURL(): string;
}

type RequestListener = (details: RequestDetails, answer: Answer<{ cancel?: boolean }>) => void;
type HeadersListener = (
  details: RequestDetails & { readonly responseHeaders: Headers; readonly statusCode: number },
  answer: Answer<{ cancel?: boolean; responseHeaders?: Headers }>,
) => void;
type PermissionRequest = (contents: Contents, permission: string, answer: Answer<boolean>, details: object) => void;

class WebRequest {
  _request: RequestListener | undefined;
  _headers: HeadersListener | undefined;

  onBeforeRequest(listener: RequestListener): void {
    this._request = listener;
  }
  onHeadersReceived(listener: HeadersListener): void {
    this._headers = listener;
  }

  async _isCancelled(details: RequestDetails): Promise<boolean> {
    const listener = this._request;
    if (listener === undefined) return false;
    const { cancel } = await new Promise<{ cancel?: boolean }>((resolve) => listener(details, resolve));
    return cancel === true;
  }

  /** The headers that replace those received, if there are any. */
  async _replaceHeaders(
    details: RequestDetails,
    responseHeaders: Headers,
    statusCode: number,
  ): Promise<Headers | undefined> {
    const listener = this._headers;
    if (listener === undefined) return undefined;
    const answer = await new Promise<{ responseHeaders?: Headers }>((resolve) =>
      listener({ ...details, responseHeaders, statusCode }, resolve),
    );
    return answer.responseHeaders;
  }
}

class Session {
  readonly webRequest = strict("session.webRequest", new WebRequest());
  #request: PermissionRequest | undefined;

  setPermissionRequestHandler(handler: PermissionRequest): void {
    this.#request = handler;
  }
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}
  setSpellCheckerEnabled(): void {}

  /** The size of the cache from an earlier run, bytes. */
  #cacheBytes = 4_200_000;
  getCacheSize(): Promise<number> {
    return Promise.resolve(this.#cacheBytes);
  }
  clearCache(): Promise<void> {
    this.#cacheBytes = 0;
    return Promise.resolve();
  }

  /** Electron grants a permission when there is no handler. */
  async _isGranted(contents: Contents, permission: string): Promise<boolean> {
    const handler = this.#request;
    if (handler === undefined) return true;
    return new Promise((resolve) => handler(contents, permission, resolve, {}));
  }
}

export const session = strict("session", { defaultSession: strict("session.defaultSession", new Session()) });
