import { fork } from "node:child_process";
import { join } from "node:path";
import { STATION_NODE_FLAGS, stationEnvironment } from "../../../server/app/station/process-settings.ts";

/** A child process that executes commands one after the other. */
export type Child = AsyncDisposable & {
  readonly ask: <T>(command: string, argument?: unknown) => Promise<T>;
  /** Ends it at once, whatever it is doing. */
  readonly kill: () => Promise<void>;
};

type Answer = { readonly answer?: unknown; readonly error?: string };

/** Processes that are a station, or do the work of one. */
const STATIONS: ReadonlySet<string> = new Set(["station", "ingest"]);

/** Starts one of the `*.entry.ts` files in this folder; a station as `npm run station` starts it. */
export function startChild(entry: string, args: readonly string[], profileDir: string | undefined): Child {
  const profile = profileDir === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profileDir}`];
  const settings = STATIONS.has(entry)
    ? { execArgv: [...STATION_NODE_FLAGS, ...profile], env: stationEnvironment(process.env) }
    : { execArgv: profile };
  const child = fork(join(import.meta.dirname, `${entry}.entry.ts`), [...args], settings);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));

  async function ask<T>(command: string, argument?: unknown): Promise<T> {
    const reply = new Promise<Answer>((resolve) => child.once("message", (message) => resolve(message as Answer)));
    child.send({ command, argument });
    const early = ended.then((code): Answer => ({ error: `it ended with ${code}` }));
    const { answer, error } = await Promise.race([reply, early]);
    if (error !== undefined) throw new Error(`${entry}: ${command}: ${error}`);
    return answer as T;
  }

  return {
    ask,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** The child's side: the function of each command; `stop` is called when the parent has ended. */
export function answerParent(
  commands: Readonly<Record<string, (argument: unknown) => unknown>>,
  stop: () => Promise<void>,
): void {
  process.on("message", ({ command, argument }: { command: string; argument: unknown }) => {
    const work = async () => commands[command]?.(argument);
    work().then(
      (answer) => process.send?.({ answer }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
  process.once("disconnect", () => void stop());
}
