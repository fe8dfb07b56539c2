/**
 * Starts of the app while it is ending. It holds the lock of its profile until its station has ended, so they cannot
 * become a separate app, and a window that is opened now would close at once. One more start at the end replaces them.
 */
export interface LateStarts {
  /** The app is ending: later starts are collected. */
  begin(): void;
  readonly areLate: boolean;
  /** A start with files and links; without any it only opens the window. */
  add(filesAndLinks: readonly string[]): void;
  /** The files and links of all late starts; undefined if there was none. */
  readonly filesAndLinks: readonly string[] | undefined;
}

export function createLateStarts(): LateStarts {
  let areLate = false;
  let filesAndLinks: readonly string[] | undefined;
  return {
    begin: () => void (areLate = true),
    get areLate() {
      return areLate;
    },
    add(more) {
      filesAndLinks = [...(filesAndLinks ?? []), ...more];
    },
    get filesAndLinks() {
      return filesAndLinks;
    },
  };
}
