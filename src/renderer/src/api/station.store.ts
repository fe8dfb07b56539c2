import { defineStore } from "pinia";
import { computed, ref, shallowRef } from "vue";
import type { StationPosition, StationPositionChange } from "../../../../server/contracts/receiver-settings.ts";
import type { StationInfo } from "../../../../server/contracts/station.ts";
import type { StationState } from "../../../preload/contract.ts";
import { desktop } from "../desktop/desktop-bridge.ts";
import type { LiveState } from "./live.socket.ts";
import { call, routes } from "./station.client.ts";
import { announceStationReturn } from "./station-return.use.ts";
import { onTick } from "../ui/clock.ts";

const REFRESH_EVERY_MS = 15_000;

export type ShownState = LiveState | "starting" | "failed";

/** What the station says about itself, whether it can be reached, and its clock. */
export const useStation = defineStore("station", () => {
  const info = shallowRef<StationInfo>();
  /** The station's position, from its own receiver. */
  const position = shallowRef<StationPosition>();
  const live = ref<LiveState>("connecting");
  const process = shallowRef<StationState>();
  const isReachable = ref(true);
  /** Time of the last message on the station's clock; undefined while connected, and before the first connection. */
  const frozenSinceMs = ref<number>();
  let clockOffsetMs = 0;

  /** The state that the strip shows: of a station that does not run, the desktop knows more than the socket. */
  const shown = computed<ShownState>(() => {
    if (process.value?.kind === "failed") return "failed";
    if (process.value?.kind === "starting") return "starting";
    if (process.value?.kind === "restarting") return "reconnecting";
    return live.value;
  });

  /** Milliseconds on the station's clock: a laptop's own may be minutes off in the field. */
  function nowMs(): number {
    return Date.now() + clockOffsetMs;
  }

  async function refresh(): Promise<void> {
    const requestedMs = Date.now();
    const answer = await call(routes.getInfo);
    isReachable.value = answer.kind === "ok";
    if (answer.kind !== "ok") return;
    info.value = answer.value;
    position.value = answer.value.position;
    clockOffsetMs = Date.parse(answer.value.server_time) - (requestedMs + Date.now()) / 2;
  }

  /** Refreshes all of it as long as the console is open. */
  function follow(): () => void {
    void refresh();
    const stopRefreshing = onTick(REFRESH_EVERY_MS, () => void refresh());
    const stop = desktop.station.onState((state) => {
      process.value = state;
    });
    return () => {
      stopRefreshing();
      stop();
    };
  }

  function setLive(state: LiveState): void {
    const isBack = state === "connected" && live.value !== "connected";
    live.value = state;
    if (state === "connected") frozenSinceMs.value = undefined;
    if (!isBack) return;
    void refresh();
    announceStationReturn();
  }

  function applyPosition(changes: readonly StationPositionChange[]): void {
    const newest = changes.at(-1);
    if (newest) position.value = newest.position ?? undefined;
  }

  /** `lastMessageMs` is on this computer's clock. */
  function setLost(lastMessageMs: number): void {
    frozenSinceMs.value ??= lastMessageMs + clockOffsetMs;
  }

  return {
    info,
    position,
    live,
    process,
    isReachable,
    shown,
    frozenSinceMs,
    nowMs,
    refresh,
    follow,
    setLive,
    setLost,
    applyPosition,
  };
});
