import { useDevicePixelRatio, useElementSize } from "@vueuse/core";
import { computed, type Ref, shallowRef, watch } from "vue";
import { usePreferences } from "../../ui/preferences.store.ts";
import type { TimelineMark } from "./timeline-rows.ts";
import { type DrawnMark, drawRows, type FilledRow, markAt, type TimelinePalette } from "./timeline.draw.ts";
import type { TimeWindow } from "./timeline-scale.ts";

/** Draws the rows on a canvas when they change: moving through time does not. */
export function useTimelineCanvas(
  canvas: Readonly<Ref<HTMLCanvasElement | null>>,
  scene: {
    readonly rows: () => readonly FilledRow[];
    readonly window: () => TimeWindow;
    readonly chosenId: () => string | undefined;
  },
): { readonly widthPx: Readonly<Ref<number>>; findMark(x: number, y: number): TimelineMark | undefined } {
  const preferences = usePreferences();
  const { width } = useElementSize(canvas);
  const { pixelRatio } = useDevicePixelRatio();
  const drawn = shallowRef<readonly DrawnMark[]>([]);
  const heightPx = computed(() => scene.rows().reduce((sum, { row }) => sum + row.heightPx, 0));

  function draw(): void {
    const element = canvas.value;
    const context = element?.getContext("2d");
    if (!element || !context || width.value === 0) return;
    element.width = Math.round(width.value * pixelRatio.value);
    element.height = Math.round(heightPx.value * pixelRatio.value);
    context.scale(pixelRatio.value, pixelRatio.value);
    drawn.value = drawRows(context, {
      rows: scene.rows(),
      window: scene.window(),
      widthPx: width.value,
      palette: paletteOf(element),
      chosenId: scene.chosenId(),
    });
  }

  watch([scene.rows, scene.window, scene.chosenId, width, pixelRatio, () => preferences.mode], draw, { flush: "post" });
  return { widthPx: width, findMark: (x, y) => markAt(drawn.value, x, y) };
}

function paletteOf(element: HTMLElement): TimelinePalette {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    tones: {
      operation: colour("--accent"),
      up: colour("--idle"),
      down: colour("--danger"),
      warning: colour("--timeline-warning"),
      alert: colour("--danger"),
      note: colour("--text"),
    },
    chosen: colour("--replay"),
    line: colour("--line"),
  };
}
