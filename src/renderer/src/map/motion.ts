/** Whether the map may move smoothly: not if the system is set to reduce motion, which makes some people sick. */
export function isAnimated(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
