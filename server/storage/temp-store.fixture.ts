import { rmSync } from "node:fs";
import { makeDataDir } from "./data-dir.fixture.ts";
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
  const dataDir = makeDataDir("store");
  let store = openStore({ dataDir, synchronous: "OFF" });
  return {
    dataDir,
    get store() {
      return store;
    },
    reopen() {
      store.close();
      store = openStore({ dataDir, synchronous: "OFF" });
      return store;
    },
    [Symbol.dispose]() {
      store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
