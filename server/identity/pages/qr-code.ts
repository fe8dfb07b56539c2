import { encode } from "uqr";
import { type Html, html } from "./html.ts";

/** Modules of white around it (ISO/IEC 18004). */
const BORDER = 4;

/** A QR code as an SVG picture, which needs neither a script nor a request. */
export function qrCode(content: string, title: string): Html {
  const { data, size } = encode(content, { ecc: "M", border: BORDER });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .filter((module) => module !== "")
    .join("");
  return html`<svg class="qr" viewBox="0 0 ${String(size)} ${String(size)}" role="img" shape-rendering="crispEdges">
    <title>${title}</title>
    <path fill="#000" d="${path}" />
  </svg>`;
}
