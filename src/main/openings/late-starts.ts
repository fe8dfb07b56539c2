/**
 * Starts of the app that come while it ends: it holds the lock of its profile until its station has ended, so they
 * cannot become an app of their own, and a window that is opened now would be gone at once. They are made up for
 * afterwards, by one more start.
 */
export interface LateStarts {
  /** The app ends: from here on starts are late. */
  begin(): void;
  readonly areLate: boolean;
  /** A start with files and links; without any it only opens the window. */
  add(openings: readonly string[]): void;
  /** What all of them opened; undefined where there was none. */
  readonly openings: readonly string[] | undefined;
}

export function createLateStarts(): LateStarts {
  let areLate = false;
  let openings: readonly string[] | undefined;
  return {
    begin: () => void (areLate = true),
    get areLate() {
      return areLate;
    },
    add(more) {
      openings = [...(openings ?? []), ...more];
    },
    get openings() {
      return openings;
    },
  };
}
