import { describe, expect, it } from "vitest";
import { threadCpuMs } from "./thread-cpu.ts";

describe("the CPU time of a thread", () => {
  it.skipIf(process.platform !== "linux")("grows within each millisecond that it works, not by ticks", () => {
    const stepsMs = Array.from({ length: 200 }, () => {
      const before = threadCpuMs();
      const until = performance.now() + 1;
      while (performance.now() < until);
      return threadCpuMs() - before;
    });
    expect(stepsMs.filter((stepMs) => stepMs <= 0)).toEqual([]);
  });
});
