import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Aircraft } from "../../server/contracts/aircraft.ts";
import type { BackupState, RestoreState } from "../../server/contracts/backups.ts";
import { copyEmptyDatabase } from "../../server/storage/data-dir.fixture.ts";
import type { Answer, StationInProcess } from "../support/station-in-process.ts";

const PATIENT = { timeout: 20_000 };
export const SETTINGS = "/station/v1/settings/backups";

/** A data directory that stations may be started in one after the other. */
export function makePersistentDataDir(): Disposable & { readonly dataDir: string } {
  const folder = mkdtempSync(join(tmpdir(), "fieldstation-restore-"));
  const dataDir = join(folder, "data");
  copyEmptyDatabase(dataDir);
  return { dataDir, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** What an administrator does about backups at a station that is running. */
export type Restorer = {
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>;
  readonly state: () => Promise<BackupState>;
  /** Makes a backup, and gives its path. */
  readonly backUp: () => Promise<string>;
  readonly restore: (body: object) => Promise<Answer>;
  readonly phase: () => Promise<RestoreState["phase"] | undefined>;
  readonly until: (phase: RestoreState["phase"] | undefined) => Promise<void>;
  readonly add: (name: string) => Promise<void>;
  readonly names: () => Promise<readonly string[]>;
};

/** Without a token, as the local operator of the station. */
export function restorerAt(station: Pick<StationInProcess, "call">, token?: string): Restorer {
  const ask: Restorer["ask"] = (method, path, body) =>
    station.call(method, path, { ...(token === undefined ? {} : { token }), ...(body === undefined ? {} : { body }) });
  const state = async () => (await ask("GET", SETTINGS)).body as BackupState;
  const phase = async () => (await state()).restore?.phase;
  return {
    ask,
    state,
    async backUp() {
      expect((await ask("POST", `${SETTINGS}/run`)).status).toBe(202);
      await expect.poll(async () => (await state()).is_running, PATIENT).toBe(false);
      const { backups, last_failure } = await state();
      expect(last_failure).toBeNull();
      return backups[0]!.path;
    },
    restore: (body) => ask("POST", `${SETTINGS}/restore`, body),
    phase,
    async until(wanted) {
      await expect.poll(phase, PATIENT).toBe(wanted);
    },
    async add(name) {
      const aircraft = { name, weight: 900, uas_class: "AircraftUASClass.C1", endurance: 31 };
      expect((await ask("POST", "/v1/aircraft", aircraft)).status).toBe(200);
    },
    names: async () => ((await ask("GET", "/v1/aircraft")).body as readonly Aircraft[]).map(({ name }) => name),
  };
}
