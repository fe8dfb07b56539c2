import { rmSync } from "node:fs";
import { startStation, type StationOptions } from "../../server/app/index.ts";
import type { User } from "../../server/contracts/users.ts";
import { silentLog } from "../../server/kernel/log.ts";
import { createPlainBrowser } from "../identity/provider/plain-browser.ts";
import { authorizationRequest, discover, redeem, signIn } from "../identity/provider/sign-in.ts";
import { makeDataDir } from "../../server/storage/data-dir.fixture.ts";
import { LESS_SAFE } from "./less-safe.ts";

export const PASSWORD = "correct horse";

/** A test declares the type of the response that it expects. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

export type StationInProcess = AsyncDisposable & {
  readonly url: string;
  readonly dataDir: string;
  /** JSON in and out; `token` goes into the `Authorization` header. */
  readonly call: (
    method: string,
    path: string,
    options?: { readonly token?: string; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<Answer>;
  /** Registers a person through the API; the first one administers the station. */
  readonly register: (email: string) => Promise<User>;
  /** Signs a registered person in as an application does and gives what it got. */
  readonly signIn: (email: string) => Promise<{ readonly access_token: string; readonly refresh_token?: string }>;
};

/** Everything that `station serve` runs, in this process, so that clocks and lifetimes of tokens can be passed in. */
export async function startStationInProcess(options: Partial<StationOptions> = {}): Promise<StationInProcess> {
  const dataDir = options.dataDir ?? makeDataDir("in-process");
  const station = await startStation({
    port: 0,
    testClient: true,
    registration: "open",
    log: silentLog,
    lessSafe: LESS_SAFE,
    ...options,
    dataDir,
  });
  const { url } = station;
  const call = callAt(url);
  return {
    url,
    dataDir,
    call,
    async register(email) {
      const { status, body } = await call("POST", "/v1/users", { body: { email, password: PASSWORD } });
      if (status !== 200) throw new Error(`${email} could not be registered: ${JSON.stringify(body)}`);
      return body as User;
    },
    async signIn(email) {
      const configuration = await discover(`${url}/realms/dcp`);
      const request = await authorizationRequest(configuration);
      const page = await signIn(createPlainBrowser(url), request.url, { email, password: PASSWORD });
      return redeem(configuration, request, page.url);
    },
    async [Symbol.asyncDispose]() {
      await station.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true });
    },
  };
}

/** Calls the station at an address. */
export const callAt =
  (url: string): StationInProcess["call"] =>
  async (method, path, { token, body, headers } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? undefined : JSON.parse(text) };
  };
