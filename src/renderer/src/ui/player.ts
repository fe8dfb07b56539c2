import { type Ref, ref } from "vue";

export interface Player {
  readonly isPlaying: Readonly<Ref<boolean>>;
  play(): void;
  pause(): void;
}

/** Calls back with every animation frame while it plays: the milliseconds since the one before. */
export function createPlayer(onFrame: (frameMs: number) => void): Player {
  const isPlaying = ref(false);
  let frame = 0;
  let lastMs = 0;

  function next(timeMs: number): void {
    const frameMs = timeMs - lastMs;
    lastMs = timeMs;
    frame = requestAnimationFrame(next);
    onFrame(frameMs);
  }

  return {
    isPlaying,
    play() {
      if (isPlaying.value) return;
      isPlaying.value = true;
      lastMs = performance.now();
      frame = requestAnimationFrame(next);
    },
    pause() {
      isPlaying.value = false;
      cancelAnimationFrame(frame);
    },
  };
}
