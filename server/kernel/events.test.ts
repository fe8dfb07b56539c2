import { expect, it } from "vitest";
import { createEmitter } from "./events.ts";

it("an event reaches every listener, also when one of them throws", () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const emitter = createEmitter<string>((error) => errors.push(error));
  emitter.on(() => {
    throw new Error("deaf");
  });
  emitter.on((event) => heard.push(event));
  emitter.emit("take-off");
  expect(heard).toEqual(["take-off"]);
  expect(errors).toEqual([new Error("deaf")]);
});

it("a subscription ends for its own listener only, and may end while an event is on its way", () => {
  const heard: string[] = [];
  const emitter = createEmitter<string>((error) => {
    throw error;
  });
  const end = emitter.on((event) => {
    heard.push(`first ${event}`);
    end();
  });
  emitter.on((event) => heard.push(`second ${event}`));
  emitter.emit("a");
  emitter.emit("b");
  expect(heard).toEqual(["first a", "second a", "second b"]);
});
