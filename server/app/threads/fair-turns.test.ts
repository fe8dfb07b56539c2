import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createFairTurns } from "./fair-turns.ts";

it("gives one document of a user as much time as ten of another user together", async () => {
  const turns = createFairTurns();
  const done: string[] = [];
  const write = async (owner: string, chunks: number) => {
    for (let chunk = 0; chunk < chunks; chunk++)
      await turns.run(owner, async () => {
        await setImmediate();
        done.push(owner);
      });
  };
  await Promise.all([...Array.from({ length: 10 }, () => write("ada", 10)), write("bob", 10)]);
  expect(done).toHaveLength(110);
  // Ada's hundred chunks do not come before the tenth of Bob's.
  expect(done.lastIndexOf("bob")).toBeLessThan(25);
});

it("passes the turn on when work fails", async () => {
  const turns = createFairTurns();
  const failing = turns.run("ada", () => Promise.reject(new Error("broken")));
  const next = turns.run("bob", async () => "written");
  await expect(failing).rejects.toThrow("broken");
  expect(await next).toBe("written");
});

it("has as many pieces of work at a time as there are threads", async () => {
  const turns = createFairTurns(2);
  let [running, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++running);
    await setImmediate();
    running--;
  };
  await Promise.all(Array.from({ length: 10 }, (_, at) => turns.run(`person ${at % 3}`, work)));
  expect([most, running]).toEqual([2, 0]);
  expect(await turns.run("ada", async () => "again")).toBe("again");
});
