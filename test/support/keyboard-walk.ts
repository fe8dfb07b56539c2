import type { Page } from "playwright-core";

/** More than any page has; a page that needs as many traps the focus. */
const MAX_TABS = 300;
const TABS_AT_ONCE = 15;

/** Records each element that gets the focus, and whether it is visible then. */
const WATCH = `(() => {
  window.walked = { first: undefined, isRound: false, unseen: [] };
  document.addEventListener("focusin", ({ target }) => {
    const { walked } = window;
    walked.isRound ||= target === walked.first;
    walked.first ??= target;
    const { left, top, right, bottom } = target.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const shown = document.elementFromPoint(x, y);
    const isSeen = shown !== null && (target.contains(shown) || shown.contains(target) || shown.closest("label")?.contains(target));
    if (!isSeen) walked.unseen.push(target.getAttribute("aria-label") ?? target.textContent.trim().slice(0, 40));
  });
  document.activeElement?.blur();
})()`;

export interface KeyboardWalk {
  /** Whether the focus returned to its start: nothing trapped it. */
  readonly isRound: boolean;
  /** Elements that had the focus and were not visible. */
  readonly unseen: readonly string[];
}

/** Presses Tab until the focus is back at its start. */
export async function walkByKeyboard(page: Page): Promise<KeyboardWalk> {
  await page.evaluate(WATCH);
  const walk = () => page.evaluate<KeyboardWalk>("(({ isRound, unseen }) => ({ isRound, unseen }))(window.walked)");
  for (let pressed = 0; pressed < MAX_TABS; pressed += TABS_AT_ONCE) {
    for (let tab = 0; tab < TABS_AT_ONCE; tab += 1) await page.keyboard.press("Tab");
    const { isRound, unseen } = await walk();
    if (isRound) return { isRound, unseen: [...new Set(unseen)] };
  }
  return walk();
}
