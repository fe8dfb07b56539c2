import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "./database.ts";
import { openStore } from "./database.ts";

export type TempStore = Disposable & {
  readonly dataDir: string;
  readonly store: Store;
  /** Closes and reopens it, as a restart does; replaces `store`. */
  readonly reopen: () => Store;
};

/** A real store in a temporary directory, which is removed with it. */
export function openTempStore(): TempStore {
  const dataDir = mkdtempSync(join(tmpdir(), "fieldstation-store-"));
  let store = openStore({ dataDir });
  return {
    dataDir,
    get store() {
      return store;
    },
    reopen() {
      store.close();
      store = openStore({ dataDir });
      return store;
    },
    [Symbol.dispose]() {
      store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
