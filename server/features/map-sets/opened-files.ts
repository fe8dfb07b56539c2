/** Files that stay open, or converted, until they are closed or enough others were used more recently. */
export type OpenedFiles<T> = {
  /**
   * Returns the open file, otherwise opens it with `opener`; a file that cannot be opened is tried again at the next
   * call.
   */
  readonly open: (path: string, opener: (path: string) => Promise<T>) => Promise<T>;
  readonly close: (path: string) => Promise<void>;
};

export function createOpenedFiles<T>(max: number, release: (file: T) => Promise<void> | void): OpenedFiles<T> {
  /** In order of their last use, the most recent at the end. */
  const opened = new Map<string, T>();
  const opening = new Map<string, Promise<T>>();

  async function openNow(path: string, opener: (path: string) => Promise<T>): Promise<T> {
    const started = opener(path);
    opening.set(path, started);
    try {
      const file = await started;
      // Only now, because a file that cannot be opened must not displace one that is in use.
      if (opening.get(path) === started) keep(path, file);
      return file;
    } finally {
      if (opening.get(path) === started) opening.delete(path);
    }
  }

  function keep(path: string, file: T): void {
    opened.set(path, file);
    const [oldest] = opened.keys();
    if (opened.size > max && oldest !== undefined) void close(oldest);
  }

  async function close(path: string): Promise<void> {
    const [file, started] = [opened.get(path), opening.get(path)];
    opened.delete(path);
    opening.delete(path);
    const closed = file ?? (await started?.catch(() => undefined));
    if (closed !== undefined) await release(closed);
  }

  return {
    open(path, opener) {
      const file = opened.get(path);
      if (file === undefined) return opening.get(path) ?? openNow(path, opener);
      opened.delete(path);
      opened.set(path, file);
      return Promise.resolve(file);
    },
    close,
  };
}
