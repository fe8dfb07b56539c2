/** How far each part within an element is scrolled now; to be put back with the function that it returns. */
export function scrolledIn(root: HTMLElement | null): () => void {
  const parts = [...(root?.querySelectorAll("*") ?? [])]
    .filter(({ scrollLeft, scrollTop }) => scrollLeft !== 0 || scrollTop !== 0)
    .map((part) => ({ part, left: part.scrollLeft, top: part.scrollTop }));
  return () => {
    for (const { part, left, top } of parts) part.scrollTo({ left, top, behavior: "instant" });
  };
}
