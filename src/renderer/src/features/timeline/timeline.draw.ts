import { type MarkTone, placeMarks, type TimelineMark, type TimelineRow } from "./timeline-rows.ts";
import { windowFraction, type TimeWindow } from "./timeline-scale.ts";

/** A row with the marks that are in it. */
export interface FilledRow {
  readonly row: TimelineRow;
  readonly marks: readonly TimelineMark[];
}

export interface TimelinePalette {
  readonly tones: Readonly<Record<MarkTone, string>>;
  readonly chosen: string;
  readonly line: string;
}

export interface RowsScene {
  readonly rows: readonly FilledRow[];
  readonly window: TimeWindow;
  readonly widthPx: number;
  readonly palette: TimelinePalette;
  readonly chosenId: string | undefined;
}

/** Where a mark was drawn, in pixels of the canvas. */
export interface DrawnMark {
  readonly mark: TimelineMark;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

const LINE_PX = 5;
const LINE_GAP_PX = 1;
const MIN_MARK_PX = 2;
const POINT_PX = 7;
const REACH_PX = 3;

/** Draws the rows below one another; returns the drawn marks for the pointer. */
export function drawRows(context: CanvasRenderingContext2D, scene: RowsScene): readonly DrawnMark[] {
  const drawn: DrawnMark[] = [];
  let top = 0;
  for (const filled of scene.rows) {
    drawn.push(...drawRow(context, filled, top, scene));
    top += filled.row.heightPx;
    context.fillStyle = scene.palette.line;
    context.fillRect(0, top - 1, scene.widthPx, 1);
  }
  return drawn;
}

/** The mark at a point, the chosen or the last drawn one first. */
export function markAt(drawn: readonly DrawnMark[], x: number, y: number): TimelineMark | undefined {
  return drawn.findLast(
    (one) =>
      x >= one.x - REACH_PX && x <= one.x + one.widthPx + REACH_PX && y >= one.y - 1 && y <= one.y + one.heightPx + 1,
  )?.mark;
}

function drawRow(
  context: CanvasRenderingContext2D,
  { row, marks }: FilledRow,
  top: number,
  { window, widthPx, palette, chosenId }: RowsScene,
): readonly DrawnMark[] {
  const lines = row.isStacked ? Math.max(1, Math.floor((row.heightPx - 2) / (LINE_PX + LINE_GAP_PX))) : 1;
  const inWindow = marks.filter(({ fromMs, toMs }) => toMs >= window.fromMs && fromMs <= window.toMs);
  const pixelMs = (window.toMs - window.fromMs) / widthPx;
  const drawn = placeMarks(inWindow, lines, pixelMs * MIN_MARK_PX).map((mark): DrawnMark => {
    const isPoint = mark.fromMs === mark.toMs;
    const x = windowFraction(window, Math.max(mark.fromMs, window.fromMs)) * widthPx;
    const end = windowFraction(window, Math.min(mark.toMs, window.toMs)) * widthPx;
    const width = isPoint ? POINT_PX : Math.max(MIN_MARK_PX, end - x);
    return {
      mark,
      x: isPoint ? x - POINT_PX / 2 : x,
      y: top + 1 + mark.line * (LINE_PX + LINE_GAP_PX),
      widthPx: width,
      heightPx: isPoint ? POINT_PX : LINE_PX,
    };
  });
  for (const one of drawn) {
    context.fillStyle =
      one.mark.tone === "operation" && one.mark.operationId === chosenId
        ? palette.chosen
        : palette.tones[one.mark.tone];
    if (one.mark.fromMs === one.mark.toMs) drawDiamond(context, one);
    else context.fillRect(one.x, one.y, one.widthPx, one.heightPx);
  }
  return drawn;
}

/** A point in time has another shape than a bar, so that it is told apart without colour. */
function drawDiamond(context: CanvasRenderingContext2D, { x, y, widthPx, heightPx }: DrawnMark): void {
  context.beginPath();
  context.moveTo(x + widthPx / 2, y);
  context.lineTo(x + widthPx, y + heightPx / 2);
  context.lineTo(x + widthPx / 2, y + heightPx);
  context.lineTo(x, y + heightPx / 2);
  context.fill();
}
