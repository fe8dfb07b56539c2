import type { Page } from "playwright-core";
import { en } from "../../src/renderer/src/text/en/index.ts";
import { sentencesByKey, type SentencesByKey } from "../../src/text/translation.rules.ts";

/** Every text of the page: that of its elements, and those that only a screen reader or the pointer reveals. */
function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
      for (const name of ["aria-label", "title", "placeholder"]) texts.push(element.getAttribute(name) ?? "");
    }
    return texts;
  })()`);
}

/** Names that the station has stored are the same in every language. */
const STORED_NAMES = new Set(["Demonstration", "HTTP push"]);

/** English sentences on a page in another language: those that are not the same in both. */
export async function untranslatedTexts(page: Page, sentences: SentencesByKey): Promise<readonly string[]> {
  const translated = new Set(sentences.values());
  const english = new Set([...sentencesByKey(en).values()].filter((sentence) => !translated.has(sentence)));
  return (await textsOf(page)).filter((text) => english.has(text) && !STORED_NAMES.has(text));
}

/** Labels that do not fit into their own element. */
export function clipped(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`[...document.querySelectorAll("button, a, th, label, h1, h2, h3, legend")]
    .filter((element) => element.closest(".visually-hidden") === null)
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent.trim())`);
}

/**
 * Parts of the page that must be scrolled sideways, by their class: users do not expect that of a list or a form. Lines of
 * code are not broken.
 */
export function scrolledSideways(page: Page): Promise<readonly string[]> {
  return page.evaluate<
    readonly string[]
  >(`[...document.querySelectorAll("main, main *, [role=dialog], [role=dialog] *")]
    .filter((element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX) && element.tagName !== "PRE")
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(({ tagName, className }) => tagName.toLowerCase() + "." + className)`);
}
