/** The requests at one rate, after listening for a while. */
export type Attempt = {
  readonly baudRate: number;
  /** How long to listen before anything is sent. */
  readonly listenMs: number;
  readonly asks: readonly ("dronetag" | "arduremoteid")[];
  /** How long to wait for a response. */
  readonly answerMs: number;
};

const FIRST_BAUD_RATE = 57_600;
/** An autopilot sends a heartbeat once a second. */
export const LISTEN_MS = 1200;
const ANSWER_MS = 600;
const BOTH = ["dronetag", "arduremoteid"] as const;

const OTHERS: readonly Attempt[] = [
  { baudRate: 500_000, listenMs: 0, asks: ["dronetag"], answerMs: ANSWER_MS },
  { baudRate: 115_200, listenMs: 0, asks: BOTH, answerMs: ANSWER_MS },
  ...[921_600, 460_800, 230_400, 38_400, 9600].map((baudRate) => ({
    baudRate,
    listenMs: 0,
    asks: ["arduremoteid"] as const,
    answerMs: ANSWER_MS,
  })),
];

/** The rates in order: the one that the user named, the module's default, the others. */
export function attemptsOf(baudRate: number | undefined, listenMs: number = LISTEN_MS): readonly Attempt[] {
  const first = [...new Set([baudRate ?? FIRST_BAUD_RATE, FIRST_BAUD_RATE])].map((rate) => ({
    baudRate: rate,
    listenMs,
    asks: BOTH,
    answerMs: ANSWER_MS,
  }));
  const tried = new Set(first.map((attempt) => attempt.baudRate));
  return [...first, ...OTHERS.filter((attempt) => !tried.has(attempt.baudRate))];
}

/** Rates at which receivers and consoles send once a second without a request. */
const TALKERS: readonly number[] = [115_200, 38_400, 9600];
const TALKER_MS = 1100;

/** The same attempt, long enough for a device that sends without a request, if any bytes arrived. */
export function withLongerWait(attempt: Attempt, hasReceivedBytes: boolean): Attempt {
  if (!hasReceivedBytes || !TALKERS.includes(attempt.baudRate)) return attempt;
  return { ...attempt, answerMs: Math.max(attempt.answerMs, TALKER_MS) };
}
