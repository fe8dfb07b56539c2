/** Numbers from 0 up to 1, the same for the same seed (Lehmer, MINSTD). */
export function createSeededRandom(start: number): () => number {
  let state = (start % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}
