import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { JSONWebKeySet } from "jose";
import type { KeySetCacheDeps } from "./key-set.cache.ts";

/** Stores a key set (public keys only) in a file, so that tokens can be verified after a restart without a network. */
export function keySetFile(path: string): Pick<KeySetCacheDeps, "load" | "save"> {
  return {
    load() {
      try {
        return JSON.parse(readFileSync(path, "utf8")) as unknown;
      } catch (error) {
        if (error instanceof SyntaxError || (error instanceof Error && "code" in error && error.code === "ENOENT")) {
          return undefined;
        }
        throw error;
      }
    },
    save(keySet: JSONWebKeySet) {
      writeFileSync(`${path}.part`, JSON.stringify(keySet));
      renameSync(`${path}.part`, path);
    },
  };
}

const TIMEOUT_MS = 5000;

/** Fetches JSON over HTTP; rejects on any response but success, and after five seconds. */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { Accept: "application/json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response.json();
}
