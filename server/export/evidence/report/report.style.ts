/** The style of the report: dark text on white on a screen and on paper, without external resources. */
export const REPORT_STYLE = `
:root { color-scheme: light; }
body { font: 15px/1.5 "Liberation Sans", Arial, Helvetica, sans-serif; color: #1a1a1a; background: #fff; max-width: 60rem; margin: 2rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .25rem; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .6rem; border-bottom: 2px solid #1a1a1a; padding-bottom: .2rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .3rem; }
p { margin: .4rem 0; }
.lead { color: #444; margin-bottom: 1.2rem; }
table { border-collapse: collapse; width: 100%; font-size: .85rem; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .5rem; border-bottom: 1px solid #d0d0d0; overflow-wrap: anywhere; }
th { border-bottom: 1px solid #666; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
dl { display: grid; grid-template-columns: 11rem 1fr; gap: .25rem 1rem; margin: .5rem 0; }
dt { color: #444; }
dd { margin: 0; overflow-wrap: anywhere; }
code, pre { font: .85rem/1.5 "Liberation Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { background: #f3f3f3; padding: .7rem .9rem; white-space: pre-wrap; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 11px "Liberation Sans", Arial, Helvetica, sans-serif; fill: #444; }
svg .paper { fill: #fbfaf6; stroke: #999; }
svg .grid { stroke: #dcdad2; fill: none; }
svg text.grid { fill: #6a6a6a; stroke: none; }
svg .coast { stroke: #2f5f7f; stroke-width: 1.4; fill: none; }
svg .lake, svg .river { stroke: #6b9dbb; stroke-width: 1; fill: none; }
svg .border { stroke: #8a6a8a; stroke-width: 1; stroke-dasharray: 7 3 2 3; fill: none; }
svg circle.town { fill: #444; }
svg text.town { font-size: 12px; fill: #1a1a1a; stroke: none; }
svg .operator { stroke: #1a1a1a; stroke-width: 1.6; fill: none; }
svg .here { stroke: #d55e00; stroke-width: 2.5; fill: none; }
svg .spot { fill: #d55e00; }
svg .scale { stroke: #1a1a1a; fill: none; stroke-width: 1.5; }
svg text.scale { stroke: none; fill: #1a1a1a; text-anchor: middle; }
svg .north { fill: #1a1a1a; }
svg .line { stroke: #0072b2; stroke-width: 1.8; fill: none; stroke-linejoin: round; stroke-linecap: round; }
svg text.title { font-size: 12px; fill: #1a1a1a; }
svg text.value, svg text.end { text-anchor: end; }
.charts { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.overview { width: 26rem; margin: .5rem 0; }
.overview svg text.town { font-size: 26px; }
.overview svg text.grid, .overview svg text.scale { font-size: 22px; }
.swatch { width: .8rem; height: .8rem; display: inline-block; vertical-align: -.1rem; }
.note { color: #444; font-size: .85rem; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 11pt; } h2, h3 { break-after: avoid; } section.operation, svg, tr { break-inside: avoid; } }
`;
