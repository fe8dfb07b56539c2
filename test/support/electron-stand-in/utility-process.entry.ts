import { EventEmitter } from "node:events";

/** Loaded first in a utility process: provides `process.parentPort`, which keeps messages until there is a listener. */
class ParentPort extends EventEmitter {
  #early: unknown[] | undefined = [];

  constructor() {
    super();
    process.on("message", (data) => {
      if (this.#early === undefined) this.emit("message", { data, ports: [] });
      else this.#early.push(data);
    });
    this.on("newListener", (name) => {
      if (name === "message") queueMicrotask(() => this.#start());
    });
  }

  postMessage(message: unknown): void {
    process.send?.(message);
  }

  #start(): void {
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const data of early) this.emit("message", { data, ports: [] });
  }
}

Object.defineProperty(process, "parentPort", { value: new ParentPort() });

// A utility process of Electron never outlives its main process.
process.once("disconnect", () => process.exit(1));
