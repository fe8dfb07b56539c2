import { encode } from "uqr";

/** Modules of white around it (ISO/IEC 18004). */
const BORDER = 4;

/** A QR code as the path of an SVG picture whose sides are `size`. */
export function qrPathOf(content: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(content, { ecc: "M", border: BORDER });
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")));
  return { path: modules.join(""), size };
}
