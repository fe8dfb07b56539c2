import { EventEmitter } from "node:events";
import { strict } from "./strict.ts";

class StandInImage {
  readonly _bitmap: Buffer;
  readonly _size: { readonly width: number; readonly height: number };

  constructor(bitmap: Buffer, size: { readonly width: number; readonly height: number }) {
    this._bitmap = bitmap;
    this._size = size;
  }
}

export const nativeImage = strict("nativeImage", {
  createFromBitmap: (bitmap: Buffer, size: { readonly width: number; readonly height: number }) =>
    new StandInImage(bitmap, size),
});

/** Data only: what would be shown beside the clock. A journey finds it through `_list`. */
class StandInTray extends EventEmitter {
  _image: StandInImage;
  _toolTip = "";
  _menu: object | null = null;

  constructor(image: StandInImage) {
    super();
    this._image = image;
    trays.push(this);
  }

  static get _list(): readonly StandInTray[] {
    return trays;
  }

  setImage(image: StandInImage): void {
    this._image = image;
  }
  setToolTip(text: string): void {
    this._toolTip = text;
  }
  setContextMenu(menu: object | null): void {
    this._menu = menu;
  }
}

const trays: StandInTray[] = [];

export const Tray = strict("Tray", StandInTray);
