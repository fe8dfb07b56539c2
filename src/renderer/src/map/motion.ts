/** Whether the map may move smoothly; some people get sick of it, and have told their system so. */
export function isAnimated(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
