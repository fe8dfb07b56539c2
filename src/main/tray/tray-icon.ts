import type { TrayMark } from "./tray.rules.ts";

/** Bytes of a pixel in the bitmaps of Electron: blue, green, red, opacity. */
const PIXEL_BYTES = 4;
const OPAQUE = 255;

type Color = readonly [blue: number, green: number, red: number];

const colors: Readonly<Record<TrayMark, Color>> = {
  receiving: [74, 163, 34],
  quiet: [0, 158, 230],
  error: [58, 58, 214],
  idle: [150, 140, 130],
};

/**
 * The icon as a square bitmap of `size` pixels a side: a disc while data arrives, a ring when nothing does, a disc with a
 * bar when a source fails, a small disc when no source is active.
 */
export function drawTrayIcon(mark: TrayMark, size: number): Buffer {
  const bitmap = Buffer.alloc(size * size * PIXEL_BYTES);
  const [blue, green, red] = colors[mark];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      // From -1 to 1 across the icon, at the middle of the pixel.
      const across = ((x + 0.5) / size) * 2 - 1;
      const down = ((y + 0.5) / size) * 2 - 1;
      if (!isInside(mark, across, down)) continue;
      bitmap.set([blue, green, red, OPAQUE], (y * size + x) * PIXEL_BYTES);
    }
  }
  return bitmap;
}

function isInside(mark: TrayMark, across: number, down: number): boolean {
  const radius = Math.hypot(across, down);
  switch (mark) {
    case "receiving":
      return radius <= 0.85;
    case "quiet":
      return radius <= 0.85 && radius >= 0.5;
    case "error":
      return radius <= 0.9 && Math.abs(down) > 0.18;
    case "idle":
      return radius <= 0.4;
  }
}
