import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useResizeObserver } from "@vueuse/core";
import { onBeforeUnmount, onMounted, type Ref } from "vue";
import { formatNumber } from "../../text/numbers.ts";

/** The style of a chart, from the style sheet and the language of the page. */
export interface ChartStyle {
  /** The value of a property of the style sheet. */
  readonly colour: (name: string) => string;
  readonly axis: uPlot.Axis;
  /** An axis of numbers, as the language writes them. */
  readonly numbers: uPlot.Axis;
}

export interface Chart {
  readonly options: Omit<uPlot.Options, "width">;
  readonly data: uPlot.AlignedData;
}

/** A chart that is as wide as its element; `draw` makes it again. */
export function useChart(element: Readonly<Ref<HTMLElement | null>>, make: (look: ChartStyle) => Chart) {
  let chart: uPlot | undefined;

  function draw(): void {
    chart?.destroy();
    const container = element.value;
    if (!container) return;
    const style = getComputedStyle(container);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis = {
      stroke: colour("--text-muted"),
      grid: { stroke: colour("--line") },
      ticks: { stroke: colour("--line") },
    };
    const numbers = {
      ...axis,
      values: (_chart: uPlot, splits: number[]) => splits.map((value) => formatNumber(value)),
    };
    const { options, data } = make({ colour, axis, numbers });
    chart = new uPlot({ ...options, width: container.clientWidth }, data, container);
  }

  useResizeObserver(element, () => {
    const width = element.value?.clientWidth ?? 0;
    if (chart && width > 0 && width !== chart.width) chart.setSize({ width, height: chart.height });
  });
  onMounted(draw);
  onBeforeUnmount(() => chart?.destroy());
  return { draw, current: (): uPlot | undefined => chart };
}
