import type L from "leaflet";
import type { MapMode } from "./palettes.ts";

/** How long the change of mode waits for tiles: a station that does not answer must not hold it up. */
const MAX_WAIT_MS = 5_000;

/** A layer that takes a while to redraw in other colours. */
export interface ModePart {
  /** Draws the layer in the colours of a mode, out of sight; resolves when it is complete. */
  readonly prepare: (mode: MapMode) => Promise<unknown>;
  /** Shows the layer that was prepared last. */
  readonly show: () => void;
}

/**
 * Changes the colours of a map in one step: all layers show their new version in the same frame. Until then the style
 * sheet dims the old one, depending on the page's mode and `data-drawn-mode`.
 */
export class ModeChange {
  readonly #element: HTMLElement;
  readonly #parts = new Set<ModePart>();
  #mode: MapMode;
  #turn = 0;

  constructor(element: HTMLElement, mode: MapMode) {
    this.#element = element;
    this.#mode = mode;
    element.dataset["drawnMode"] = mode;
  }

  /** The mode that was chosen last. */
  get mode(): MapMode {
    return this.#mode;
  }

  add(part: ModePart): void {
    this.#parts.add(part);
  }

  async set(mode: MapMode): Promise<void> {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#turn += 1;
    const turn = this.#turn;
    const parts = [...this.#parts];
    await readyToShow(parts.map((part) => part.prepare(mode)));
    if (turn !== this.#turn) return;
    for (const part of parts) part.show();
    this.#element.dataset["drawnMode"] = mode;
  }

  /** The map was removed: a layer that is being prepared is never shown. */
  stop(): void {
    this.#turn += 1;
  }
}

/** Resolves when all layers are prepared, or after the longest wait. */
export async function readyToShow(prepared: readonly Promise<unknown>[]): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitedEnough = new Promise((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS);
  });
  await Promise.race([Promise.all(prepared), waitedEnough]);
  clearTimeout(timer);
}

/** Draws a layer out of sight; resolves when it is complete, as far as its tiles can be loaded. */
export async function addUnseen(map: L.Map, layer: UnseenLayer): Promise<void> {
  layer.addTo(map);
  const container = layer.getContainer();
  if (container) container.style.visibility = "hidden";
  if (layer.isLoading()) await new Promise((resolve) => layer.once("load", resolve));
}

export function showUnseen(layer: UnseenLayer): void {
  const container = layer.getContainer();
  if (container) container.style.visibility = "";
}

export interface UnseenLayer extends L.Layer {
  getContainer(): HTMLElement | null;
  isLoading(): boolean;
}
