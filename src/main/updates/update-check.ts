import { join } from "node:path";
import { z } from "zod";
import type { Unsubscribe, UpdateFailure, UpdateState } from "../../preload/contract.ts";
import { findJson, saveJson } from "../files/json-file.ts";
import type { SettingsStore } from "../settings/desktop-settings.ts";
import { isNewer, isReleaseFeed, readRelease } from "./update.rules.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const ANSWER_LIMIT_MS = 15 * SECOND_MS;
const MAX_ANSWER_CHARACTERS = 1_000_000;

export interface UpdatePorts {
  /** Address of the newest release; undefined where this build names none. */
  readonly feed: string | undefined;
  readonly version: string;
  /** The file with the time of the last request to the page. */
  readonly profileDir: string;
  readonly settings: SettingsStore;
  readonly isOnline: () => boolean;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly every: (ms: number, task: () => void) => void;
  /** Called for a newer version that was found without being asked for, once for each version. */
  readonly onFound: (version: string) => void;
}

export interface UpdateCheck {
  readonly state: UpdateState;
  /** Host of the release page, for the question; undefined where there is none. */
  readonly host: string | undefined;
  onState(listener: (state: UpdateState) => void): Unsubscribe;
  /** Asks now, once: the person has asked for it. */
  check(): Promise<UpdateState>;
}

/** The time of the last request to the page, whatever its result, and the version that the person was notified of. */
const lastCheck = z.object({ checkedAtMs: z.number(), toldVersion: z.string().optional() });

/** Asks the release page for the newest version: when a person wants it, and once a day if that is switched on. */
export function createUpdateCheck(ports: UpdatePorts): UpdateCheck {
  const { settings, now } = ports;
  const feed = ports.feed !== undefined && isReleaseFeed(ports.feed) ? ports.feed : undefined;
  const path = join(ports.profileDir, "updates.json");
  const listeners = new Set<(state: UpdateState) => void>();
  let last = findJson(path, lastCheck);
  let state: UpdateState = { kind: feed === undefined ? "unavailable" : "not-checked" };
  let running: Promise<UpdateState> | undefined;

  function become(next: UpdateState): UpdateState {
    state = next;
    for (const listener of listeners) listener(next);
    return next;
  }

  async function ask(address: string): Promise<UpdateState> {
    // A newer version stays known, whatever the result of the next request.
    const known = state.kind === "newer" ? state : undefined;
    const fail = (reason: UpdateFailure): UpdateState => become(known ?? { kind: "failed", reason });
    if (!ports.isOnline()) return fail("offline");
    become({ kind: "checking" });
    const checkedAtMs = now();
    remember({ ...last, checkedAtMs });
    const answer = await load(ports.fetch, address);
    if (answer === undefined) return fail("unreachable");
    const release = readRelease(answer.value);
    if (release === undefined) return fail("unreadable");
    return become(
      isNewer(release.version, ports.version)
        ? { kind: "newer", ...release, checkedAtMs }
        : { kind: "newest", checkedAtMs },
    );
  }

  function check(): Promise<UpdateState> {
    if (feed === undefined) return Promise.resolve(state);
    running ??= ask(feed).finally(() => (running = undefined));
    return running;
  }

  function remember(value: z.infer<typeof lastCheck>): void {
    last = value;
    try {
      saveJson(path, value);
    } catch {
      // A full disk: the page is requested again tomorrow nevertheless.
    }
  }

  async function checkIfDue(): Promise<void> {
    if (!settings.current.checkUpdates || feed === undefined) return;
    const agoMs = last === undefined ? DAY_MS : now() - last.checkedAtMs;
    // A clock that was set back counts as a day, so that it cannot switch the check off.
    if (agoMs >= 0 && agoMs < DAY_MS) return;
    const found = await check();
    if (found.kind !== "newer" || found.version === last?.toldVersion) return;
    remember({ checkedAtMs: last?.checkedAtMs ?? found.checkedAtMs, toldVersion: found.version });
    ports.onFound(found.version);
  }

  void checkIfDue();
  ports.every(HOUR_MS, () => void checkIfDue());
  settings.onChange(() => void checkIfDue());

  return {
    get state() {
      return state;
    },
    host: feed === undefined ? undefined : new URL(feed).host,
    onState(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    check,
  };
}

/**
 * The body as JSON, wrapped; its value is `undefined` when it is not JSON. `undefined` when the page does not answer.
 */
async function load(get: typeof fetch, address: string): Promise<{ readonly value: unknown } | undefined> {
  try {
    const response = await get(address, {
      headers: { accept: "application/json", "user-agent": "Fieldstation" },
      redirect: "error",
      credentials: "omit",
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    if (!response.ok || response.body === null) return undefined;
    let text = "";
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (text.length > MAX_ANSWER_CHARACTERS) return { value: undefined };
    }
    return { value: parseJson(text) };
  } catch {
    return undefined;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
