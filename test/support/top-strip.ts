import type { Page } from "playwright-core";

/** Runs in the page, so it is text: this project's tests know no DOM. */
const FIND_CUT_OFF = `(() => {
  const strip = document.querySelector(".top-strip");
  const inside = (part, whole) => part.left >= whole.left - 1 && part.right <= whole.right + 1;
  const isShown = (element) => {
    for (let at = element; at !== strip; at = at.parentElement) {
      const { opacity, clipPath, display } = getComputedStyle(at);
      if (opacity === "0" || clipPath !== "none" || display === "none") return false;
    }
    return true;
  };
  const isCutOff = (text, element) => {
    for (let at = element; at !== strip.parentElement; at = at.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(at);
      // A name that is too long ends in an ellipsis, and the complete name is the title.
      if (textOverflow === "ellipsis") return false;
      if ((at === strip || overflowX !== "visible") && !inside(text, at.getBoundingClientRect())) return true;
    }
    return false;
  };
  const found = [];
  const walker = document.createTreeWalker(strip, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const text = range.getBoundingClientRect();
    const element = walker.currentNode.parentElement;
    if (text.width > 0 && isShown(element) && isCutOff(text, element)) found.push(range.toString().trim());
  }
  const boxes = [...strip.children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
  boxes.forEach((box, at) => {
    if (at > 0 && box.left < boxes[at - 1].right - 1) found.push("part " + at + " overlaps the one before it");
  });
  return found;
})()`;

/** Texts of the strip at the top that are cut off, and parts of it that overlap. */
export function cutOffInStrip(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(FIND_CUT_OFF);
}
