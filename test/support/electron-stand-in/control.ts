import * as electron from "./electron.ts";

/** A function of the journey, as text, to be run here with `electron` and one argument. */
export interface EvaluateRequest {
  readonly id: number;
  readonly source: string;
  readonly argument: unknown;
}

export interface EvaluateReply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

export interface ChromiumNotice {
  readonly endpoint: string;
}

process.on("message", (request: EvaluateRequest) => void evaluate(request));
process.channel?.unref();
// The app ends with a journey that was cancelled.
process.once("disconnect", () => process.exit(1));

electron.app.once("web-contents-created", () => {
  void electron.app._browser().then(({ endpoint }) => process.send?.({ endpoint } satisfies ChromiumNotice));
});

async function evaluate({ id, source, argument }: EvaluateRequest): Promise<void> {
  try {
    // Code of the journey: there is no other way into a process from outside, and Playwright does the same.
    // oxlint-disable-next-line typescript/no-implied-eval -- the journey's own words, see above
    const work = new Function(`return (${source})`)() as (module: object, argument: unknown) => unknown;
    process.send?.({ id, value: await work(electron, argument) } satisfies EvaluateReply);
  } catch (error) {
    process.send?.({ id, error: String(error) } satisfies EvaluateReply);
  }
}
