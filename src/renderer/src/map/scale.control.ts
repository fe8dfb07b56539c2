import L from "leaflet";
import { scaleBarOf } from "./scale-bar.ts";

const MAX_WIDTH_PX = 140;

/** Leaflet's own scale has statute miles, while distances are in nautical miles everywhere else. */
class ScaleControl extends L.Control {
  readonly #isImperial: boolean;
  readonly #bar = L.DomUtil.create("div", "leaflet-control-scale-line");

  constructor(isImperial: boolean) {
    super({ position: "bottomleft" });
    this.#isImperial = isImperial;
  }

  override onAdd(map: L.Map): HTMLElement {
    const container = L.DomUtil.create("div", "leaflet-control-scale");
    container.append(this.#bar);
    map.on("move", this.#update, this);
    map.whenReady(this.#update, this);
    return container;
  }

  override onRemove(map: L.Map): void {
    map.off("move", this.#update, this);
  }

  #update({ target: map }: { readonly target: L.Map }): void {
    const y = map.getSize().y / 2;
    const maxM = map.distance(map.containerPointToLatLng([0, y]), map.containerPointToLatLng([MAX_WIDTH_PX, y]));
    // A map without a size, such as a hidden one.
    if (!(maxM > 0)) return;
    const { text, widthPx } = scaleBarOf(maxM, MAX_WIDTH_PX, this.#isImperial ? "aviation" : "metric");
    this.#bar.textContent = text;
    this.#bar.style.width = `${widthPx}px`;
  }
}

/** The bar that says how long a part of the map is. */
export function createScale(map: L.Map, isImperial: boolean): L.Control {
  return new ScaleControl(isImperial).addTo(map);
}
