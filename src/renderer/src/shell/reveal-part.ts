/**
 * Scrolls a page whose parts are below each other in a narrow window to one of them: what was chosen in one part is shown
 * in another. Where the parts are beside each other, the page does not scroll.
 */
export function revealPart(page: HTMLElement | null, part: HTMLElement | null | undefined): void {
  if (!page || !part) return;
  page.scrollTop += part.getBoundingClientRect().top - page.getBoundingClientRect().top;
}
