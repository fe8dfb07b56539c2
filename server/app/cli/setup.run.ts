import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import { type SetupPlan, type SetupSession, SetupUasId } from "../../contracts/setup.ts";
import { applicableValues } from "../../contracts/setup.file.ts";
import { print } from "./print.ts";
import { runWithSetup, type SetupApi } from "./with-setup.ts";
import { closeSession, openAtPort, type PortOptions, waitUntilIdle, runInterruptibleSetup } from "./setup.session.ts";

export type SetupOptions = PortOptions & { readonly port: string };
export type ApplyOptions = SetupOptions & {
  readonly yes: boolean;
  readonly confirm?: string;
  readonly keyFile?: string;
};
export type CheckOptions = SetupOptions & {
  readonly latitude?: number;
  readonly longitude?: number;
  readonly operatorId?: string;
  readonly seconds: number;
};

type Opened = { readonly api: SetupApi; readonly session: SetupSession; readonly signal: AbortSignal };

const POLL_MS = 200;

/** What `apply` and `batch` read; further fields of a dump are ignored. */
const SetupFile = z.object({
  values: z.record(z.string(), z.unknown()).optional(),
  uas_id: SetupUasId.optional(),
});
export type SetupFile = z.output<typeof SetupFile>;

export function setupIdentifyCommand(options: SetupOptions): Promise<number> {
  return withDevice(options, { isWriting: false }, async ({ session }) => {
    print(options.json, withoutId(session), linesOf(session));
    return session.state === "unknown" ? 1 : 0;
  });
}

export function setupDumpCommand(options: SetupOptions): Promise<number> {
  return withDevice(options, { isWriting: false }, async (opened) => {
    const { family, identity, is_locked, values } = await readDevice(opened);
    const shown = (values ?? []).filter((value) => !value.is_secret);
    const dump = Object.fromEntries(shown.map(({ name, value }) => [name, value]));
    print(options.json, { family, identity, is_locked, values: applicableValues(dump) }, [
      ...linesOf(opened.session),
      ...shown.map(({ name, value, unit }) => `${name} = ${JSON.stringify(value)}${unit === null ? "" : ` ${unit}`}`),
    ]);
    return 0;
  });
}

/** Exits with 0 only when the settings that were read back are those of the file. */
export async function setupApplyCommand(file: string, options: ApplyOptions): Promise<number> {
  const wanted = readSetupFile(file);
  const key = readDeviceKey(options.keyFile);
  return withDevice(options, { isWriting: options.yes }, async (opened) => {
    const { api, signal, session } = opened;
    await readDevice(opened);
    const params = { id: session.id };
    const plan = await api("planSetup", { params, body: { ...requestedValuesOf(wanted), ...key } });
    assertPermitted(plan, options);
    if (!options.yes || plan.changes.length === 0) {
      const count = plan.changes.length;
      print(options.json, plan, [
        ...planLines(plan),
        count === 0 ? "Nothing differs." : "Nothing was written; --yes writes it.",
      ]);
      return count === 0 ? 0 : 1;
    }
    const confirmation = options.confirm === undefined ? {} : { confirmation: options.confirm };
    await api("applySetup", { params, body: { hash: plan.hash, ...confirmation, ...key } });
    const { state, message, error, results, snapshot_id } = await waitUntilIdle(api, session.id, signal);
    print(options.json, { state, message, error, results, snapshot_id }, [
      ...(results ?? []).map(({ name, read: now, result, detail }) =>
        [name, result, JSON.stringify(now), detail].filter((part) => part !== null).join("  "),
      ),
      message ?? state,
    ]);
    return state === "done" ? 0 : 1;
  });
}

export function setupCheckCommand(options: CheckOptions): Promise<number> {
  return withDevice(options, { isWriting: false }, async ({ api, session, signal }) => {
    const { latitude, longitude, operatorId, seconds } = options;
    const params = { id: session.id };
    await api("checkSetupDevice", {
      params,
      body: { latitude, longitude, ...(operatorId === undefined ? {} : { operator_id: operatorId }) },
    });
    const endMs = Date.now() + seconds * 1000;
    let now = await api("getSetupSession", { params });
    while (now.state === "checking" && now.check?.passed !== true && Date.now() < endMs) {
      await setTimeout(POLL_MS, undefined, { signal });
      now = await api("getSetupSession", { params });
    }
    const { check, received, error } = now;
    print(options.json, { check, received, error }, [
      ...(check?.texts ?? []).map(({ text, explanation }) => (explanation === null ? text : `${text}: ${explanation}`)),
      error?.msg ?? (check?.passed === true ? "Ready to fly." : "Not ready to fly."),
    ]);
    return check?.passed === true ? 0 : 1;
  });
}

/** Identifies the device at the port for one command, and frees the port whatever happens. */
function withDevice(
  options: SetupOptions,
  need: { readonly isWriting: boolean },
  use: (opened: Opened) => Promise<number>,
): Promise<number> {
  return runInterruptibleSetup((signal) =>
    runWithSetup(options, need, async ({ api }) => {
      const session = await openAtPort(api, options.port, { ...options, signal });
      try {
        return await use({ api, session, signal });
      } finally {
        await closeSession(api, session.id);
      }
    }),
  );
}

/** A device that was unplugged while it was read comes back without its values. */
const READ_TRIES = 2;

/** All settings; rejects with the device's refusal, or with the reason why it was not identified. */
export async function readDevice({ api, session, signal }: Opened): Promise<SetupSession> {
  if (session.state === "unknown") throw new Error(session.error?.msg ?? "The device was not recognised.");
  for (let tried = 0; tried < READ_TRIES; tried += 1) {
    await api("readSetupValues", { params: { id: session.id } });
    const now = await waitUntilIdle(api, session.id, signal);
    if (now.error !== null) throw new Error(now.error.msg);
    if (now.values !== null) return now;
  }
  throw new Error("The device was unplugged while it was read.");
}

export function readSetupFile(path: string): SetupFile {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  const file = SetupFile.safeParse(json);
  if (file.success) return file.data;
  throw new Error(file.error.issues.map(({ path: at, message }) => `${path}: ${at.join(".")}: ${message}`).join("\n"));
}

export function requestedValuesOf({ values, uas_id }: SetupFile): SetupFile {
  return { ...(values === undefined ? {} : { values }), ...(uas_id === undefined ? {} : { uas_id }) };
}

export function readDeviceKey(path: string | undefined): { readonly key?: string } {
  return path === undefined ? {} : { key: readFileSync(path, "utf8").trim() };
}

/** A lock that can never be removed needs a separate option, in addition to the typed text. */
function assertPermitted({ changes }: SetupPlan, { allowPermanentLock }: ApplyOptions): void {
  const isPermanent = changes.some(({ name, to }) => name === "LOCK_LEVEL" && to === 2);
  if (!isPermanent || allowPermanentLock === true) return;
  throw new Error(
    "LOCK_LEVEL: 2 burns fuses of the module and can never be undone; --allow-permanent-lock permits it.",
  );
}

export function planLines({ changes, warnings }: SetupPlan): readonly string[] {
  return [
    ...changes.map(
      ({ name, from, to, confirmation }) =>
        `${name}: ${JSON.stringify(from)} -> ${JSON.stringify(to)}${confirmation === null ? "" : `  (dangerous: --confirm "${confirmation}")`}`,
    ),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}

function linesOf({ family, identity, message, error }: SetupSession): readonly string[] {
  const known = [family, identity?.product, identity?.serial_number, identity?.firmware].filter(
    (part) => part !== null && part !== undefined,
  );
  return [...(known.length === 0 ? [] : [known.join("  ")]), error?.msg ?? message ?? ""];
}

function withoutId({ id: _id, ...session }: SetupSession): object {
  return session;
}
