/** How many exports, uploads and imports run in the page of the window, and would end with it. */
export interface PageWork {
  readonly count: number;
  set(count: number): void;
}

export function createPageWork(): PageWork {
  let count = 0;
  return {
    get count() {
      return count;
    },
    set(now) {
      count = now;
    },
  };
}
