import { holdOf } from "./entity.item.ts";
import type { Answer } from "./answers.rules.ts";
import type { Hold } from "./pass.context.ts";
import type { AnswerBody, PeerClient } from "./peer.client.ts";
import type { ApiInput, PeerRoute } from "./sync.deps.ts";

type ListRoute = Extract<PeerRoute, `list${string}`>;
type Entry<N extends ListRoute> = AnswerBody<N> extends readonly (infer E)[] ? E : never;

/** A held item ends the work on it, not the pass. */
export class Held extends Error {
  override readonly name = "Held";
  readonly hold: Hold;

  constructor(hold: Hold) {
    super(hold.detail);
    this.hold = hold;
  }
}

/** The body of a success; any other response holds the item. */
export function expectOk<T>(answer: Answer<T>): T {
  if (answer.kind === "ok") return answer.body;
  throw new Held(holdOf(answer));
}

/** This station itself refused the request: it is retried later. */
export function localRefusal(body: unknown): Held {
  const { messages } = body as { readonly messages: readonly string[] };
  return new Held({ kind: "retry", code: "refused_here", detail: messages.join(" ") });
}

/** Collects why some parts of a work were held, so that the others are done nevertheless. */
export function createProblems() {
  let first: Held | undefined;
  return {
    async around(work: () => Promise<void>): Promise<void> {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Held)) throw error;
        first ??= error;
      }
    },
    first: () => first,
    throwFirst(): void {
      if (first !== undefined) throw first;
    },
  };
}

const PAGE = 100;
/** Pages overlap, because entries may come and go between two of them. */
const OVERLAP = 10;
/**
 * The longest page of a peer is not published and may be shorter than requested. Only a page shorter than the
 * documented default is certainly the last.
 */
export const MIN_FULL_PAGE = 10;

/** A whole list of the peer, each entry once. */
export async function listAll<N extends ListRoute>(
  { client }: { readonly client: Pick<PeerClient, "call"> },
  name: N,
  input: ApiInput & {
    /** No further page is fetched after this number of entries. */
    readonly max?: number;
  },
  keyOf: (entry: Entry<N>) => string,
): Promise<readonly Entry<N>[]> {
  const found = new Map<string, Entry<N>>();
  let offset = 0;
  for (;;) {
    const query = { ...input.query, limit: PAGE, offset };
    const entries = expectOk(await client.call(name, { ...input, query })) as readonly Entry<N>[];
    const before = found.size;
    for (const entry of entries) found.set(keyOf(entry), entry);
    if (found.size === before || found.size >= (input.max ?? Infinity) || entries.length < MIN_FULL_PAGE)
      return [...found.values()];
    offset += entries.length - Math.min(OVERLAP, Math.floor(entries.length / 2));
  }
}
