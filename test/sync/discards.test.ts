import { describe, expect, inject, it } from "vitest";
import { updatePeer } from "../../server/features/sync/peers.store.ts";
import { findItemOf } from "../../server/features/sync/outbox.store.ts";
import { discardItem } from "../../server/features/sync/sync.retry.ts";
import type { WireRequest } from "../../server/sync/index.ts";
import { makeDatabaseImage } from "./database-image.ts";
import { fly, isFlightAtPeer, passUntilOver, pointsAtPeer } from "./engine.flights.ts";
import { type Exchange, openExchange } from "./engine.fixture.ts";

/** What a person gives up while it is being sent. */

const image = makeDatabaseImage(inject("emptyDatabase"));

type Item = { readonly kind: "flight" | "track"; readonly localId: string };

/** Discards an item as soon as a request of this kind is under way. */
function discardDuring(exchange: Exchange, item: Item, isMeant: (request: WireRequest) => boolean): void {
  const { db } = exchange.world.stations[0]!.faults;
  let isDiscarded = false;
  exchange.way = async (request, send) => {
    if (!isDiscarded && isMeant(request)) {
      isDiscarded = true;
      discardItem(db, findItemOf(db, exchange.peer().id, item.kind, item.localId)!);
    }
    return send();
  };
}

const isUpload = ({ method, url }: WireRequest) => method === "POST" && url.endsWith("/telemetry");
const stateOf = (exchange: Exchange, { kind, localId }: Item) =>
  exchange.items().find((item) => item.kind === kind && item.localId === localId)?.state;

describe("an item that is discarded while an exchange runs", () => {
  it("is not sent when its turn comes", async () => {
    const exchange = openExchange(image);
    const first = await fly(exchange, 0);
    const second = { kind: "flight", localId: await fly(exchange, 0) } as const;
    discardDuring(exchange, second, ({ method, url }) => method === "POST" && url.endsWith("/v1/flights"));
    await exchange.pass();
    const there = () => [
      isFlightAtPeer(exchange, first),
      isFlightAtPeer(exchange, second.localId),
      stateOf(exchange, second),
    ];
    expect(there()).toEqual([true, false, "off"]);
    await passUntilOver(exchange);
    expect(there()).toEqual([true, false, "off"]);
  });

  it("gets no further than the request that was under way, where it is a track", async () => {
    const exchange = openExchange(image);
    const { db } = exchange.world.stations[0]!.faults;
    updatePeer(db, exchange.peer().id, { capabilities: { chunk: 20 } });
    const track = { kind: "track", localId: await fly(exchange, 100) } as const;
    discardDuring(exchange, track, isUpload);
    await exchange.pass();
    const sent = pointsAtPeer(exchange, track.localId).length;
    expect(sent).toBeLessThan(100);
    expect(stateOf(exchange, track)).toBe("off");
    await passUntilOver(exchange);
    expect([pointsAtPeer(exchange, track.localId).length, stateOf(exchange, track)]).toEqual([sent, "off"]);

    await exchange.retry("track");
    await passUntilOver(exchange);
    expect(pointsAtPeer(exchange, track.localId)).toHaveLength(100);
    expect(exchange.items()).toEqual([]);
  });

  it("stays discarded when all of it was sent by then", async () => {
    const exchange = openExchange(image);
    const track = { kind: "track", localId: await fly(exchange, 20) } as const;
    discardDuring(exchange, track, isUpload);
    await exchange.pass();
    expect(stateOf(exchange, track)).toBe("off");
  });

  it("does not keep the processing of another flight from being looked at in the same pass", async () => {
    const exchange = openExchange(image);
    const first = await fly(exchange, 20);
    const second = { kind: "flight", localId: await fly(exchange, 0) } as const;
    discardDuring(exchange, second, isUpload);
    await exchange.pass();
    const item = exchange.items().find(({ kind, localId }) => kind === "flight" && localId === first);
    // Its telemetry is there; it waits only until no more points have come for a while.
    expect(item).toMatchObject({ action: "process", code: "in_flight" });
  });
});
