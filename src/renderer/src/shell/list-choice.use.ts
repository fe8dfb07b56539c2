import type { Ref } from "vue";
import type { LatLon } from "../tracks/mercator.ts";
import type { LiveCamera } from "./live-camera.use.ts";
import type { useZoneLink } from "./zone-link.use.ts";

/** What is chosen in the lists of the live page, and shown on its map and its card. One card is shown at a time. */
export function useListChoice({
  selected,
  chosenIcao,
  camera,
  zoneLink,
  revealMap,
}: {
  /** The id of an operation, or empty. */
  readonly selected: Ref<string>;
  readonly chosenIcao: Ref<string>;
  readonly camera: Pick<LiveCamera, "centre" | "show" | "showAll">;
  readonly zoneLink: Pick<ReturnType<typeof useZoneLink>, "show">;
  readonly revealMap: () => void;
}) {
  function select(id: string | undefined): void {
    selected.value = id ?? "";
  }

  /** The card of a drone takes precedence. */
  function chooseTraffic(icao: string): void {
    select(undefined);
    chosenIcao.value = icao;
    revealMap();
  }

  return {
    select,
    chooseTraffic,
    open(id: string): void {
      select(id);
      camera.centre();
      revealMap();
    },
    showZone(id: string): void {
      chooseTraffic("");
      zoneLink.show(id);
    },
    show(places: readonly LatLon[]): void {
      camera.show(places);
      revealMap();
    },
    showAll(): void {
      camera.showAll();
      revealMap();
    },
  };
}
