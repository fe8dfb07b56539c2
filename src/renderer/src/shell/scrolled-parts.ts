interface Scrolled {
  readonly left: number;
  readonly top: number;
}

/**
 * Keeps how far the parts within an element are scrolled: `note` before they are taken to another place of the page or
 * hidden, and the function that it returns afterwards. A part that is hidden then is put back once it is shown again.
 */
export function createScrolledParts(root: () => HTMLElement | null): { readonly note: () => () => void } {
  let hidden: ReadonlyMap<Element, Scrolled> = new Map();
  return {
    note() {
      // Where a part is shown again, it is as the person has scrolled it since.
      const stillHidden = [...hidden].filter(([part]) => !isShown(part));
      const noted = new Map([...stillHidden, ...scrolledIn(root())]);
      return () => {
        hidden = new Map([...noted].filter(([part]) => part.isConnected && !isShown(part)));
        for (const [part, { left, top }] of noted) part.scrollTo({ left, top, behavior: "instant" });
      };
    },
  };
}

function scrolledIn(root: HTMLElement | null): readonly (readonly [Element, Scrolled])[] {
  return [...(root?.querySelectorAll("*") ?? [])]
    .filter(({ scrollLeft, scrollTop }) => scrollLeft !== 0 || scrollTop !== 0)
    .map((part) => [part, { left: part.scrollLeft, top: part.scrollTop }]);
}

/** What is not shown has no size, and cannot be scrolled. */
const isShown = (part: Element): boolean => part.getClientRects().length > 0;
