import { castTo, FIRMWARE_ROWS } from "./arduremoteid.parameters.ts";

export type BasicId = { readonly id: string; readonly idType: number; readonly uaType: number };

export type ModuleStorage = {
  readonly get: (name: string) => number;
  /** All rows of the table, and those that are numbers, which are listed. */
  readonly rows: typeof FIRMWARE_ROWS;
  readonly numbers: typeof FIRMWARE_ROWS;
  /** Stores the value of a PARAM_SET, unless the module is locked. */
  readonly set: (name: string, value: number) => "stored" | "locked" | "erased";
  /** An iteration of the main loop: a received id is stored if there is none. */
  readonly storeId: (received: BasicId | null) => void;
  readonly hasId: () => boolean;
  readonly uasId: () => string;
  readonly change: (name: string, value: number) => void;
  /** Loads the stored values, as at a start. */
  readonly reload: () => void;
  /** What was stored on request, in order. */
  readonly log: readonly (readonly [name: string, value: number])[];
};

/** The storage that a module keeps without power. */
export function createModuleStorage(options: {
  readonly values?: Readonly<Record<string, number>> | undefined;
  readonly uasId?: string | undefined;
  readonly hasCanTerminate?: boolean | undefined;
  readonly forgets?: boolean | undefined;
}): ModuleStorage {
  const rows = FIRMWARE_ROWS.filter(([name]) => options.hasCanTerminate === true || name !== "CAN_TERMINATE");
  let stored = new Map([
    ...rows.map(([name, , standard]) => [name, standard] as const),
    ...Object.entries(options.values ?? {}),
  ]);
  const kept = new Map(stored);
  const log: (readonly [string, number])[] = [];
  let uasId = options.uasId ?? "";
  const get = (name: string) => stored.get(name) ?? 0;
  const hasId = () => uasId !== "" && get("UAS_ID_TYPE") > 0 && get("UAS_TYPE") > 0;
  return {
    get,
    rows,
    numbers: rows.filter(([, storage]) => storage !== "text" && storage !== "end"),
    set(name, value) {
      const isHigherLock = name === "LOCK_LEVEL" && castTo("uint8", value) > castTo("uint8", get(name));
      if (get("LOCK_LEVEL") > 0 && !isHigherLock) return "locked";
      const storage = rows.find(([one]) => one === name)?.[1] ?? "text";
      stored.set(name, castTo(storage, value));
      log.push([name, value]);
      if (name !== "TO_DEFAULTS" || get(name) !== 1) return "stored";
      for (const [one, , standard] of rows) stored.set(one, standard);
      uasId = "";
      return "erased";
    },
    storeId(received) {
      if (received === null || hasId() || (get("OPTIONS") & 2) !== 0) return;
      if (received.uaType === 0 || received.idType === 0 || received.id === "") return;
      uasId = received.id;
      stored.set("UAS_TYPE", received.uaType);
      stored.set("UAS_ID_TYPE", received.idType);
    },
    hasId,
    uasId: () => uasId,
    change(name, value) {
      stored.set(name, value);
      kept.set(name, value);
    },
    reload() {
      if (options.forgets !== true) return;
      stored = new Map(kept);
      uasId = options.uasId ?? "";
    },
    log,
  };
}
