import type { syncRoutes } from "../../contracts/sync.routes.ts";
import { MAX_VIEWPORT_KM2 } from "../../contracts/live.ts";
import { isoFromMs } from "../../kernel/clock.ts";
import { failure } from "../../kernel/failure.ts";
import { areaKm2, parseBbox } from "../../kernel/geo.ts";
import type { Handlers } from "../../kernel/handler.ts";
import type { SyncDeps } from "./sync.deps.ts";
import type { PeersService } from "./sync.outcome.ts";
import { findPeer } from "./peers.store.ts";
import { listDeviceCopies } from "./take-along.store.ts";

export type TakeAlongHandlers = Pick<Handlers<typeof syncRoutes>, "takeAlong" | "cancelTakeAlong" | "listSyncDevices">;

/** Fetching a region before leaving. */
export function createTakeAlongHandlers(
  peers: Pick<PeersService, "find" | "describe">,
  { db, takeAlong }: Pick<SyncDeps, "db" | "takeAlong">,
): TakeAlongHandlers {
  return {
    takeAlong({ params, body, principal }) {
      const problem = regionProblem(body.bbox);
      if (problem !== undefined) return failure(400, "validation_error", `bbox: ${problem}.`);
      const peer = peers.find(params.id, principal);
      if (peer === undefined) return noPeer();
      if (peer.isPaused) return failure(409, "paused", "id: the peer is paused; resume it first.");
      if (!takeAlong().start(peer, body)) return failure(409, "running", "id: a region is being taken along already.");
      return { status: 202, body: peers.describe(findPeer(db, peer.id) ?? peer) };
    },

    async cancelTakeAlong({ params, principal }) {
      const peer = peers.find(params.id, principal);
      if (peer === undefined) return noPeer();
      await takeAlong().cancel(peer.id);
      return { status: 202, body: peers.describe(findPeer(db, peer.id) ?? peer) };
    },

    listSyncDevices: ({ principal: { userId, isAdministrator } }) => ({
      status: 200,
      body: listDeviceCopies(db, isAdministrator ? null : userId).map((copy) => ({
        peer_id: copy.peer,
        peer_name: findPeer(db, copy.peer)?.name ?? "",
        device_id: copy.device,
        serial_number: copy.serialNumber,
        name: copy.name,
        as_of: isoFromMs(copy.asOfMs),
        eligibility: [...copy.eligibility],
        configuration_set: copy.configuration_set,
      })),
    }),
  };
}

function regionProblem(text: string): string | undefined {
  const parsed = parseBbox(text);
  if (parsed.kind === "invalid") return parsed.message;
  const area = areaKm2(parsed.bbox);
  return area > MAX_VIEWPORT_KM2
    ? `covers ${Math.round(area)} km²; at most ${MAX_VIEWPORT_KM2} km² are possible`
    : undefined;
}

const noPeer = () => failure(404, "not_found", "id: there is no such peer, or you may not see it.");
