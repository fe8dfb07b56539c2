import Database from "better-sqlite3";
import type { WritableDb } from "../../server/storage/database.ts";

/** The process ended here: none of its code runs any more. */
export class Crashed extends Error {
  override readonly name = "Crashed";
}

export type DatabaseFaults = {
  /** The connection of the station's own features. */
  readonly db: WritableDb;
  /** A connection for a new process; what is left of an earlier one fails on its own. */
  readonly open: () => { readonly db: WritableDb; readonly check: () => void };
  readonly isDead: () => boolean;
  /** Whether any process has ended so far. */
  readonly hasCrashed: () => boolean;
  /** Ends the process now. */
  readonly crash: () => never;
  /** Ends the process before or after one of the next commits. */
  readonly crashAtCommit: (count: number) => void;
  /** Faults happen only while a pass runs: what people do meanwhile is not the subject. */
  readonly arm: (isArmed: boolean) => void;
  /** Probability that a write finds no space. */
  readonly setFull: (probability: number) => void;
  /** Removes all faults. */
  readonly heal: () => void;
  /** Remembers what is stored now; `goBack` returns to it, any number of times. */
  readonly keep: () => void;
  readonly goBack: () => void;
  /** Returns to what was stored when this was called for the first time. */
  readonly goBackToBeginning: () => void;
};

/** Makes a real connection fail: at a commit, as when the process is killed, or because the disk is full. */
export function createDatabaseFaults(real: Database.Database, random: () => number): DatabaseFaults {
  /** Number of the running process, and of the last one that ended. */
  let process = 0;
  let ended = -1;
  let commitsLeft = Infinity;
  let isAfterCommit = false;
  let fullProbability = 0;
  let isArmed = false;

  function crash(): never {
    ended = process;
    throw new Crashed("The process was killed.");
  }
  function beforeWrite(): void {
    if (isArmed && fullProbability > 0 && random() < fullProbability) {
      throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
    }
  }
  function beforeCommit(): void {
    if (!isArmed) return;
    commitsLeft -= 1;
    isAfterCommit = random() < 0.5;
    if (commitsLeft <= 0 && !isAfterCommit) crash();
  }
  function afterCommit(): void {
    if (isArmed && commitsLeft <= 0) crash();
  }
  const hooks = { beforeWrite, beforeCommit, afterCommit };
  const cache = createStatementCache(real);
  const layers = createLayers(cache);

  return {
    db: faultyConnection(real, layers, { ...hooks, check: () => {} }),
    open() {
      process += 1;
      const own = process;
      function check(): void {
        if (own <= ended || own < process) throw new Crashed("The process is not running.");
      }
      return { db: faultyConnection(real, layers, { ...hooks, check }), check };
    },
    isDead: () => ended === process,
    hasCrashed: () => ended >= 0,
    crash,
    crashAtCommit: (count) => void (commitsLeft = count),
    arm: (is) => void (isArmed = is),
    setFull: (probability) => void (fullProbability = probability),
    heal() {
      isArmed = false;
      commitsLeft = Infinity;
      fullProbability = 0;
    },
    keep: layers.keep,
    goBack: layers.goBack,
    goBackToBeginning: layers.goBackToBeginning,
  };
}

type Hooks = Readonly<Record<"check" | "beforeWrite" | "beforeCommit" | "afterCommit", () => void>>;

function faultyConnection(real: Database.Database, layers: Layers, hooks: Hooks): WritableDb {
  const { check, beforeWrite, beforeCommit, afterCommit } = hooks;
  const db = Object.create(real) as Database.Database;
  const prepared = new Map<string, object>();

  function around(isReadonly: boolean, execute: () => unknown): unknown {
    check();
    if (isReadonly) return execute();
    beforeWrite();
    const isOwnCommit = !layers.isInTransaction();
    if (isOwnCommit) beforeCommit();
    const result = execute();
    if (isOwnCommit) afterCommit();
    return result;
  }
  db.prepare = ((sql: string) => {
    let statement = prepared.get(sql);
    if (statement === undefined) prepared.set(sql, (statement = wrap(layers.cache, sql, around)));
    return statement;
  }) as typeof db.prepare;

  db.transaction = ((work: (...values: unknown[]) => unknown) => {
    const within = (...values: unknown[]) => {
      check();
      if (layers.isInTransaction()) return layers.within(() => work(...values));
      const result = layers.within(() => {
        const value = work(...values);
        beforeCommit();
        return value;
      });
      afterCommit();
      return result;
    };
    // With one connection, all kinds of transaction are the same.
    return Object.assign(within, { default: within, deferred: within, immediate: within, exclusive: within });
  }) as unknown as typeof db.transaction;
  return db as WritableDb;
}

/** Transactions on top of what is kept. */
type Layers = Pick<DatabaseFaults, "keep" | "goBack" | "goBackToBeginning"> & {
  readonly cache: StatementCache;
  readonly isInTransaction: () => boolean;
  /** Does work in a transaction, or in a part of one. */
  readonly within: (work: () => unknown) => unknown;
};

/**
 * The beginning, what is kept, and each transaction are savepoints of one transaction that never ends: so it costs nothing
 * to return to what was stored earlier.
 */
function createLayers(cache: StatementCache): Layers {
  let depth = 0;
  let isBegun = false;
  let isKept = false;

  function forget(): void {
    if (isKept) cache("RELEASE kept").run();
    isKept = false;
  }
  return {
    cache,
    isInTransaction: () => depth > 0,
    within(work) {
      cache("SAVEPOINT work").run();
      depth += 1;
      try {
        const result = work();
        cache("RELEASE work").run();
        return result;
      } catch (error) {
        cache("ROLLBACK TO work").run();
        cache("RELEASE work").run();
        throw error;
      } finally {
        depth -= 1;
      }
    },
    keep() {
      forget();
      cache("SAVEPOINT kept").run();
      isKept = true;
    },
    goBack: () => void cache("ROLLBACK TO kept").run(),
    goBackToBeginning() {
      forget();
      cache(isBegun ? "ROLLBACK TO beginning" : "SAVEPOINT beginning").run();
      isBegun = true;
    },
  };
}

type StatementCache = (sql: string, isPlucked?: boolean) => Database.Statement;
type Around = (isReadonly: boolean, execute: () => unknown) => unknown;

/** Compiling statements takes three quarters of a run, so each is compiled once, and once more for `pluck`. */
function createStatementCache(real: Database.Database): StatementCache {
  const [plain, plucked] = [new Map<string, Database.Statement>(), new Map<string, Database.Statement>()];
  return (sql, isPlucked = false) => {
    const compiled = isPlucked ? plucked : plain;
    let statement = compiled.get(sql);
    if (statement === undefined) {
      statement = real.prepare(sql);
      if (isPlucked) statement.pluck();
      compiled.set(sql, statement);
    }
    return statement;
  };
}

/** A statement of which `around` is called for each use. */
function wrap(cache: StatementCache, sql: string, around: Around, isPlucked = false): object {
  const statement = cache(sql, isPlucked);
  // Asking the statement crosses into SQLite.
  const isReadonly = statement.readonly;
  let plucked: object | undefined;
  const using =
    (method: "run" | "get" | "all") =>
    (...values: unknown[]) =>
      around(isReadonly, () => statement[method](...values));
  return {
    run: using("run"),
    get: using("get"),
    all: using("all"),
    pluck: () => (plucked ??= wrap(cache, sql, around, true)),
    iterate: (...values: unknown[]) =>
      statement.database
        .prepare(sql)
        .pluck(isPlucked)
        .iterate(...values),
  };
}
