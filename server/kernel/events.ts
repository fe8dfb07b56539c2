/** One kind of event with any number of listeners. The event reaches all listeners even when one of them throws. */
export type Emitter<T> = {
  readonly emit: (event: T) => void;
  /** Returns the function that ends the subscription. */
  readonly on: (listener: (event: T) => void) => () => void;
};

export function createEmitter<T>(onListenerError: (error: unknown) => void): Emitter<T> {
  const listeners = new Set<(event: T) => void>();
  return {
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
