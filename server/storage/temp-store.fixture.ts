import { rmSync } from "node:fs";
import { makeDataDir } from "./data-dir.fixture.ts";
import type { Store } from "./database.ts";
import { openStore } from "./database.ts";

export type TempStore = Disposable & {
  readonly dataDir: string;
  readonly store: Store;
  /** Closes and opens it again, as a restart does; `store` is the new one from then on. */
  readonly reopen: () => Store;
};

/** A real store in a directory of its own that goes with it. */
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
