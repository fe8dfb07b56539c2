import { fork, type ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { fileURLToPath } from "node:url";
import { strict } from "./strict.ts";

const entry = import.meta.resolve("./utility-process.entry.ts");

interface ForkOptions {
  readonly serviceName?: string;
  readonly stdio?: readonly ("ignore" | "pipe" | "inherit")[];
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
}

const JS_FLAGS = "--js-flags=";

/**
 * The arguments of a utility process that Electron passes to V8: the flags of one switch. A flag of V8 by itself would
 * be an unknown switch, as the heap is created before Node reads its arguments.
 */
function v8FlagsOf(execArgv: readonly string[]): readonly string[] {
  return execArgv.flatMap((argument) => {
    if (!argument.startsWith(JS_FLAGS)) throw new Error(`${argument} is not read by the stand-in`);
    return argument.slice(JS_FLAGS.length).split(" ");
  });
}

class UtilityProcess extends EventEmitter {
  readonly #child: ChildProcess;

  constructor(path: string, args: readonly string[], options: ForkOptions) {
    super();
    this.#child = fork(path, args, {
      execArgv: [...v8FlagsOf(options.execArgv ?? []), "--import", fileURLToPath(entry)],
      serialization: "advanced",
      stdio: [...(options.stdio ?? ["inherit", "inherit", "inherit"]), "ipc"],
      ...(options.env === undefined ? {} : { env: options.env }),
    });
    const { pid } = this.#child;
    if (pid !== undefined) running.set(pid, options.serviceName ?? "Node Utility Process");
    this.#child.once("exit", () => running.delete(pid ?? 0));
    this.#child.once("spawn", () => this.emit("spawn"));
    this.#child.on("message", (message) => this.emit("message", message));
    this.#child.once("exit", (code) => this.emit("exit", code ?? 1));
  }

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined;
  }
  get stdout(): ChildProcess["stdout"] {
    return this.#child.stdout;
  }
  get stderr(): ChildProcess["stderr"] {
    return this.#child.stderr;
  }
  postMessage(message: unknown): void {
    // As in Electron, a message to a process that has ended is dropped.
    if (this.#child.connected) this.#child.send(message as string);
  }
  kill(): boolean {
    return this.#child.kill("SIGTERM");
  }
}

const running = new Map<number, string>();

/** As `app.getAppMetrics` lists them. */
export function listUtilityProcesses(): { readonly type: "Utility"; readonly pid: number; readonly name: string }[] {
  return [...running].map(([pid, name]) => ({ type: "Utility", pid, name }));
}

export const utilityProcess = strict("utilityProcess", {
  fork: (path: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess =>
    strict("utilityProcess.child", new UtilityProcess(path, args, options)),
});
