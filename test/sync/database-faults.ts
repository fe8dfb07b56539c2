import Database from "better-sqlite3";
import type { WritableDb } from "../../server/storage/database.ts";

/** The process ended here: nothing of it runs any more. */
export class Crashed extends Error {
  override readonly name = "Crashed";
}

export type DatabaseFaults = {
  /** The connection of the station's own features. */
  readonly db: WritableDb;
  /** A connection for a new process; what is left of an earlier one fails on its own. */
  readonly open: () => { readonly db: WritableDb; readonly check: () => void };
  readonly isDead: () => boolean;
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
};

/** Lets a real connection fail: at a commit, as when the process is killed, or for want of space. */
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

  return {
    db: faultyConnection(real, cache, { ...hooks, check: () => {} }),
    open() {
      process += 1;
      const own = process;
      function check(): void {
        if (own <= ended || own < process) throw new Crashed("The process is not running.");
      }
      return { db: faultyConnection(real, cache, { ...hooks, check }), check };
    },
    isDead: () => ended === process,
    crash,
    crashAtCommit: (count) => void (commitsLeft = count),
    arm: (is) => void (isArmed = is),
    setFull: (probability) => void (fullProbability = probability),
    heal() {
      isArmed = false;
      commitsLeft = Infinity;
      fullProbability = 0;
    },
  };
}

type Hooks = Readonly<Record<"check" | "beforeWrite" | "beforeCommit" | "afterCommit", () => void>>;

function faultyConnection(real: Database.Database, cache: StatementCache, hooks: Hooks): WritableDb {
  const { check, beforeWrite, beforeCommit, afterCommit } = hooks;
  const db = Object.create(real) as Database.Database;
  db.prepare = ((sql: string) =>
    cache(sql, (statement, execute) => {
      check();
      if (statement.readonly) return execute();
      beforeWrite();
      const isOwnCommit = !real.inTransaction;
      if (isOwnCommit) beforeCommit();
      const result = execute();
      if (isOwnCommit) afterCommit();
      return result;
    })) as typeof db.prepare;

  db.transaction = ((work: (...values: unknown[]) => unknown) => {
    function within(run: (inner: Database.Transaction<typeof work>) => unknown): unknown {
      check();
      const isOutermost = !real.inTransaction;
      const result = run(
        real.transaction((...values: unknown[]) => {
          const value = work(...values);
          if (isOutermost) beforeCommit();
          return value;
        }),
      );
      if (isOutermost) afterCommit();
      return result;
    }
    const call = (...values: unknown[]) => within((inner) => inner(...values));
    return Object.assign(call, {
      default: call,
      deferred: (...values: unknown[]) => within((inner) => inner.deferred(...values)),
      immediate: (...values: unknown[]) => within((inner) => inner.immediate(...values)),
      exclusive: (...values: unknown[]) => within((inner) => inner.exclusive(...values)),
    });
  }) as unknown as typeof db.transaction;
  return db as WritableDb;
}

type StatementCache = ReturnType<typeof createStatementCache>;
type Around = (statement: Database.Statement, execute: () => unknown) => unknown;

/**
 * Compiling statements takes three quarters of a run, so each is compiled once; `around` is called for each use. A
 * statement that returns columns rather than rows remembers that for itself, because others share it.
 */
function createStatementCache(real: Database.Database): (sql: string, around: Around) => object {
  const compiled = new Map<string, Database.Statement>();
  return (sql, around) => {
    let statement = compiled.get(sql);
    if (statement === undefined) compiled.set(sql, (statement = real.prepare(sql)));
    const shared = statement;
    let isPlucked = false;
    const using =
      (method: "run" | "get" | "all") =>
      (...values: unknown[]) => {
        if (shared.reader) shared.pluck(isPlucked);
        return around(shared, () => shared[method](...values));
      };
    const wrapped = {
      run: using("run"),
      get: using("get"),
      all: using("all"),
      pluck() {
        isPlucked = true;
        return wrapped;
      },
      iterate: (...values: unknown[]) =>
        real
          .prepare(sql)
          .pluck(isPlucked)
          .iterate(...values),
    };
    return wrapped;
  };
}
