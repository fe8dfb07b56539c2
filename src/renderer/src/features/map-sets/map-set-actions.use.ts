import { useMapAdding } from "../../api/map-adding.use.ts";
import { useMapSets } from "../../api/map-sets.store.ts";
import { reasonOf } from "../../api/reason.ts";
import type { ApiResult } from "../../api/station.client.ts";
import type { MapSet } from "../../../../../server/contracts/map-sets.ts";
import { useText } from "../../text/index.ts";
import { formatBytes } from "../../ui/units.ts";
import { useToasts } from "../../ui/toasts.store.ts";
import { canBeMap, isTiff } from "./map-file.ts";

export interface MapSetActions {
  /** Uploads files one after the other; what is no map is refused before it is sent. */
  readonly add: (files: readonly File[]) => Promise<void>;
  readonly setOpacity: (set: MapSet, opacity: number) => Promise<void>;
  /** One place up (1) or down (-1) in the drawing order. */
  readonly move: (set: MapSet, step: 1 | -1) => Promise<void>;
  readonly remove: (set: MapSet) => Promise<void>;
}

/** A person's actions on map sets, with messages about their outcome. */
export function useMapSetActions(): MapSetActions {
  const { t } = useText();
  const mapSets = useMapSets();
  const adding = useMapAdding();
  const toasts = useToasts();

  function tell(answer: ApiResult<unknown>): void {
    if (answer.kind !== "ok" && answer.kind !== "cancelled") {
      toasts.show(t("mapSets.refused", { reason: reasonOf(answer) }), "danger");
    }
  }

  async function add(files: readonly File[]): Promise<void> {
    for (const file of files) {
      const { name, size } = file;
      const room = mapSets.storage?.max_upload_bytes;
      if (await isTiff(file)) toasts.show(t("mapSets.geoTiff", { name }), "danger");
      else if (!(await canBeMap(file))) toasts.show(t("mapSets.notMap", { name }), "danger");
      else if (room !== undefined && size > room) {
        const sizes = { size: formatBytes(size), room: formatBytes(room) };
        toasts.show(t("mapSets.tooLarge", { name, ...sizes }), "danger");
      } else {
        // The list of uploads shows why one failed.
        await adding.upload(file);
      }
    }
  }

  return {
    add,
    async setOpacity({ id }, opacity) {
      tell(await mapSets.change(id, { opacity }));
    },
    async move({ id, order }, step) {
      tell(await mapSets.change(id, { order: Math.max(0, order + step) }));
    },
    async remove({ id, name }) {
      const answer = await mapSets.remove(id);
      if (answer.kind === "ok") toasts.show(t("mapSets.removed", { name }));
      tell(answer);
    },
  };
}
