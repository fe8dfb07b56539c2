/** Runs a command that Ctrl C and SIGTERM abort, with `message` as the reason; the command still ends in order. */
export async function runWithInterrupt<T>(message: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const interrupt = () => abort.abort(new Error(message));
  process.once("SIGINT", interrupt);
  process.once("SIGTERM", interrupt);
  try {
    return await run(abort.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}
