/** A case to measure: runs once and returns its duration or amount. */
export type BenchCase = () => number | Promise<number>;

/**
 * Medians of some rounds in which all cases alternate, so that other load on the machine affects all of them alike. The
 * first round warms up and is not counted.
 */
export async function medians<K extends string>(
  rounds: number,
  cases: Readonly<Record<K, BenchCase>>,
): Promise<Readonly<Record<K, number>>> {
  const names = Object.keys(cases) as K[];
  const seen = new Map<K, number[]>(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const value = await cases[name]();
      if (round >= 0) seen.get(name)!.push(value);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(seen.get(name)!)])) as Record<K, number>;
}

/** The same for wall and CPU time, without a warm-up round. */
export async function usageMedians<K extends string>(
  rounds: number,
  cases: Readonly<Record<K, () => Promise<ResourceUsage>>>,
): Promise<Readonly<Record<K, ResourceUsage>>> {
  const names = Object.keys(cases) as K[];
  const seen = new Map<K, ResourceUsage[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) seen.get(name)!.push(await cases[name]());
  }
  const middle = (all: readonly ResourceUsage[]): ResourceUsage => ({
    wallS: median(all.map(({ wallS }) => wallS)),
    cpuS: median(all.map(({ cpuS }) => cpuS)),
  });
  return Object.fromEntries(names.map((name) => [name, middle(seen.get(name)!)])) as Record<K, ResourceUsage>;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The value below which this share of them is; `NaN` for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return below + (above - below) * (at - Math.floor(at));
}

/** The duration of some work, seconds. */
export async function seconds(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

export type ResourceUsage = { readonly wallS: number; readonly cpuS: number };

/** Wall time, and CPU time of this process, which is more reliable on a shared machine. */
export async function measureUsage(work: () => unknown): Promise<ResourceUsage> {
  let wallS = 0;
  const cpuS = await cpuSeconds(async () => {
    wallS = await seconds(work);
  });
  return { wallS, cpuS };
}

/** CPU seconds of some work in this process; for work that does not wait. */
export async function cpuSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
