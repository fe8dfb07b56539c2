import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import type { SyncPeer, SyncScope } from "../../server/contracts/sync.ts";
import { runStation } from "../support/station.ts";

/** Requests to the stations of the measurements of synchronisation. */

const EMAIL = "bench@field.test";
const POLL_MS = 20;

export async function createAccount(dataDir: string): Promise<string> {
  const at = ["--data", dataDir, "--json"];
  await runStation(["user", "add", EMAIL, "--password", "correct horse battery", ...at]);
  return (JSON.parse(await runStation(["token", "create", EMAIL, ...at])) as { readonly token: string }).token;
}

export const addPeer = (url: string, base_url: string, token: string, scope: z.input<typeof SyncScope> = {}) =>
  call<SyncPeer>(url, "POST", "/station/v1/sync/peers", { base_url, token, scope, auto: false });

export async function runPass(url: string, id: string): Promise<SyncPeer> {
  await call(url, "POST", `/station/v1/sync/peers/${id}/run`);
  for (;;) {
    const peer = await call<SyncPeer>(url, "GET", `/station/v1/sync/peers/${id}`);
    if (!peer.running) return peer;
    await pause(POLL_MS);
  }
}

export async function call<T>(url: string, method: string, path: string, body?: unknown): Promise<T> {
  const json =
    body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(`${url}${path}`, { method, ...json });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
}
