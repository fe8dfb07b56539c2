import { useStorage } from "@vueuse/core";
import type { FeatureCollection } from "geojson";
import { defineStore } from "pinia";
import { computed, ref, shallowRef } from "vue";
import type { z } from "zod";
import {
  type MapSet,
  type mapSetRoutes,
  type MapStorage,
  OVERLAY_TYPE,
} from "../../../../server/contracts/map-sets.ts";
import { uploadFile } from "./file-upload.ts";
import { type ApiResult, call, type Failure, openFile, routes } from "./station.client.ts";
import { useStationReturn } from "./station-return.use.ts";

export type MapSetChanges = z.input<(typeof mapSetRoutes)["changeMapSet"]["body"]>;

/** A file that is being uploaded, or that the station refused. */
export interface MapUpload {
  readonly id: number;
  readonly name: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
  /** Why it was refused; undefined during the upload. */
  readonly failure: Failure | undefined;
}

export interface TilePlace {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** The map sets of the station, and the files that are being uploaded from here. */
export const useMapSets = defineStore("map-sets", () => {
  const sets = shallowRef<readonly MapSet[]>();
  const storage = shallowRef<MapStorage>();
  const failure = shallowRef<Failure>();
  const uploads = shallowRef<readonly MapUpload[]>([]);
  /** Sets that are hidden on this computer only. */
  const hidden = useStorage<string[]>("fieldstation.hidden-map-sets", []);
  const isPanelOpen = ref(false);
  /** The set whose coverage is drawn. */
  const outlinedId = ref<string>();
  /** The sets in drawing order, the bottom one first. */
  const shown = computed(() =>
    (sets.value ?? []).filter(({ id, state }) => state === "ready" && !hidden.value.includes(id)),
  );
  const controllers = new Map<number, AbortController>();
  let lastUpload = 0;

  async function load(): Promise<void> {
    const [listed, stored] = await Promise.all([call(routes.listMapSets), call(routes.getMapStorage)]);
    if (listed.kind === "ok") sets.value = listed.value;
    if (stored.kind === "ok") storage.value = stored.value;
    failure.value = listed.kind === "ok" || listed.kind === "cancelled" ? undefined : listed;
  }

  function note(id: number, change: Partial<MapUpload>): void {
    uploads.value = uploads.value.map((one) => (one.id === id ? { ...one, ...change } : one));
  }

  function dismiss(id: number): void {
    uploads.value = uploads.value.filter((one) => one.id !== id);
  }

  async function upload(file: File): Promise<ApiResult<MapSet>> {
    lastUpload += 1;
    const id = lastUpload;
    const controller = new AbortController();
    controllers.set(id, controller);
    const begun = { id, name: file.name, sentBytes: 0, totalBytes: file.size, failure: undefined };
    uploads.value = [...uploads.value, begun];
    const answer = await uploadFile(routes.addMapSet, {
      query: { source_name: file.name.slice(-255) },
      file,
      signal: controller.signal,
      onProgress: (sentBytes) => note(id, { sentBytes: Math.min(sentBytes, file.size) }),
    });
    controllers.delete(id);
    if (answer.kind === "ok" || answer.kind === "cancelled") dismiss(id);
    else note(id, { failure: answer });
    await load();
    return answer;
  }

  /** Adds a file where it is, on the station's own computer; for administrators. */
  async function link(path: string): Promise<ApiResult<MapSet>> {
    const answer = await call(routes.addMapSet, { body: { path } });
    await load();
    return answer;
  }

  /** Stops an upload, or removes the message about one that failed. */
  function cancel(id: number): void {
    controllers.get(id)?.abort();
    dismiss(id);
  }

  async function change(id: string, body: MapSetChanges): Promise<ApiResult<MapSet>> {
    const answer = await call(routes.changeMapSet, { params: { map_set_id: id }, body });
    await load();
    return answer;
  }

  async function remove(id: string): Promise<ApiResult<undefined>> {
    const answer = await call(routes.removeMapSet, { params: { map_set_id: id } });
    hidden.value = hidden.value.filter((one) => one !== id);
    if (outlinedId.value === id) outlinedId.value = undefined;
    await load();
    return answer;
  }

  /** Shows an opacity at once, while the person is still choosing it. */
  function preview(id: string, opacity: number): void {
    sets.value = sets.value?.map((set) => (set.id === id ? { ...set, opacity } : set));
  }

  function setShown(id: string, isShown: boolean): void {
    hidden.value = [...hidden.value.filter((one) => one !== id), ...(isShown ? [] : [id])];
  }

  useStationReturn(() => failure.value?.kind === "unreachable", load);

  return {
    ...{ sets, storage, failure, uploads, hidden, isPanelOpen, outlinedId, shown },
    ...{ load, upload, link, cancel, change, remove, preview, setShown },
  };
});

/** The features of an overlay. Throws where they could not be loaded. */
export async function loadOverlay(setId: string, signal: AbortSignal): Promise<FeatureCollection> {
  const answer = await openFile(routes.getMapFeatures, OVERLAY_TYPE, { params: { map_set_id: setId }, signal });
  if (answer.kind !== "ok") throw new Error(`the overlay was not loaded: ${answer.kind}`);
  return (await new Response(answer.value.stream).json()) as FeatureCollection;
}

/** The bytes of a tile; undefined where the set has none. Throws where it could not be loaded. */
export async function loadMapTile(
  setId: string,
  place: TilePlace,
  signal?: AbortSignal,
): Promise<ArrayBuffer | undefined> {
  const params = { map_set_id: setId, z: String(place.z), x: String(place.x), y: String(place.y) };
  const query = { missing: "204" } as const;
  const answer = await openFile(routes.getMapTile, "*/*", { params, query, ...(signal ? { signal } : {}) });
  if (answer.kind !== "ok") throw new Error(`the tile was not loaded: ${answer.kind}`);
  const bytes = await new Response(answer.value.stream).arrayBuffer();
  return bytes.byteLength === 0 ? undefined : bytes;
}
