import { expect, it } from "vitest";
import { createScrolledParts } from "./scrolled-parts.ts";

function createPart() {
  const part = {
    scrollLeft: 0,
    scrollTop: 0,
    isConnected: true,
    isHidden: false,
    getClientRects: () => (part.isHidden ? [] : [{}]),
    scrollTo({ left, top }: { readonly left: number; readonly top: number }) {
      if (part.isHidden) return;
      part.scrollLeft = left;
      part.scrollTop = top;
    },
  };
  return part;
}

function createList() {
  const part = createPart();
  const root = { querySelectorAll: () => [part] } as unknown as HTMLElement;
  return { part, scroll: createScrolledParts(() => root) };
}

it("puts a part back where it was once it is shown again", () => {
  const { part, scroll } = createList();
  part.scrollTop = 150;
  const whenHidden = scroll.note();
  part.isHidden = true;
  part.scrollTop = 0;
  whenHidden();
  const whenShown = scroll.note();
  part.isHidden = false;
  whenShown();
  expect(part.scrollTop).toBe(150);
});

it("leaves a part where the person has scrolled it since it was shown again", () => {
  const { part, scroll } = createList();
  part.scrollTop = 150;
  const whenHidden = scroll.note();
  part.isHidden = true;
  part.scrollTop = 0;
  whenHidden();
  // Shown again by something else than the layout, and scrolled to its beginning.
  part.isHidden = false;
  scroll.note()();
  expect(part.scrollTop).toBe(0);
});
