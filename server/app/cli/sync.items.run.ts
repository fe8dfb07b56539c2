import type { SyncStep } from "../../contracts/sync.ts";
import { print } from "./print.ts";
import { runWithSyncApi, type SyncLocation } from "./with-sync.ts";

/** More items than a person reads. */
const MAX_ITEMS = 1000;

/** Lists what the peers do not have yet, and the alternatives offered for items that they refuse. */
export async function syncItemsCommand(options: SyncLocation): Promise<number> {
  const items = await runWithSyncApi(options, async (api) => {
    const peers = await api("listSyncPeers");
    const lists = await Promise.all(
      peers.map(({ id }) => api("listSyncSteps", { params: { id }, query: { limit: String(MAX_ITEMS) } })),
    );
    return lists.flat();
  });
  print(options.json, { items }, items.map(lineOf));
  return 0;
}

/** Accepts the alternative that is offered for an item, for this peer from now on. */
export async function syncAcceptCommand(id: string, options: SyncLocation): Promise<number> {
  const item = await runWithSyncApi(options, (api) => api("acceptSyncOffer", { params: { id } }));
  print(options.json, item, [`${item.id}  ${item.name}  accepted; it is sent with the next exchange`]);
  return 0;
}

function lineOf({ id, kind, name, state, detail, offer }: SyncStep): string {
  const reason = detail === null ? "" : `: ${detail}`;
  return `${id}  ${kind}  ${name}  ${state}${reason}${offer === null ? "" : `  (sync accept ${id}: ${OFFERED[offer]})`}`;
}

const OFFERED: Readonly<Record<NonNullable<SyncStep["offer"]>, string>> = {
  circle: "send the circle around the region",
  one_per_second: "let it keep one entry a second",
};
