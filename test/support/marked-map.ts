import type { Page } from "playwright-core";

/** The map of the console as it was made: a new one would have no mark, and neither has one that was taken elsewhere. */
export const markMap = (page: Page) =>
  page.evaluate(`(() => {
    const map = document.querySelector("[data-testid=map]");
    map.isFirst = true;
    new MutationObserver((changes) => {
      if (changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(map)))) map.isFirst = false;
    }).observe(document.body, { subtree: true, childList: true });
  })()`);

export const isSameMap = (page: Page) =>
  page.evaluate<boolean>(`document.querySelector("[data-testid=map]").isFirst === true`);

/** The aircraft are drawn over the whole map, as large as it is now. */
export const isMapFilled = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const map = document.querySelector("[data-testid=map]");
    const { width, height } = map.getBoundingClientRect();
    return [...map.querySelectorAll("canvas")]
      .map((canvas) => canvas.getBoundingClientRect())
      .some((canvas) => canvas.width >= width - 1 && canvas.height >= height - 1);
  })()`);
