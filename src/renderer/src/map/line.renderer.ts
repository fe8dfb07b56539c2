import L from "leaflet";

declare module "leaflet" {
  /** Parts of Leaflet's renderer that its types leave out. */
  interface Canvas {
    /** Undefined while the renderer is on no map. */
    readonly _ctx: CanvasRenderingContext2D | undefined;
    _redraw(): void;
  }
}

/**
 * Leaflet's canvas of lines and shapes. If the view changes before a frame that Leaflet requested, Leaflet draws at once
 * and forgets the frame: its own renderer fails in that frame if it was removed in the meantime.
 */
export class LineRenderer extends L.Canvas {
  override _redraw(): void {
    if (this._ctx) super._redraw();
  }
}
