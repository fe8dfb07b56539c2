import { done, type Outcome, outcomeOf } from "./outcome.ts";
import type { AnswerBody, PeerClient } from "./peer.client.ts";
import type { ApiInput, PeerRoute } from "./sync.deps.ts";

type ListRoute = Extract<PeerRoute, `list${string}`>;
type Entry<N extends ListRoute> = AnswerBody<N> extends readonly (infer E)[] ? E : never;

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
): Promise<Outcome<readonly Entry<N>[]>> {
  const found = new Map<string, Entry<N>>();
  let offset = 0;
  for (;;) {
    const query = { ...input.query, limit: PAGE, offset };
    const page = outcomeOf(await client.call(name, { ...input, query })) as Outcome<readonly Entry<N>[]>;
    if (page.kind === "held") return page;
    const entries = page.value;
    const before = found.size;
    for (const entry of entries) found.set(keyOf(entry), entry);
    if (found.size === before || found.size >= (input.max ?? Infinity) || entries.length < MIN_FULL_PAGE)
      return done([...found.values()]);
    offset += entries.length - Math.min(OVERLAP, Math.floor(entries.length / 2));
  }
}
