import { expect, it } from "vitest";
import { createEmitter } from "./events.ts";

it("an event reaches every listener even when one of them throws", () => {
  const errors: unknown[] = [];
  const received: string[] = [];
  const emitter = createEmitter<string>((error) => errors.push(error));
  emitter.on(() => {
    throw new Error("deaf");
  });
  emitter.on((event) => received.push(event));
  emitter.emit("take-off");
  expect(received).toEqual(["take-off"]);
  expect(errors).toEqual([new Error("deaf")]);
});

it("unsubscribing affects only its own listener, also while an event is being emitted", () => {
  const received: string[] = [];
  const emitter = createEmitter<string>((error) => {
    throw error;
  });
  const end = emitter.on((event) => {
    received.push(`first ${event}`);
    end();
  });
  emitter.on((event) => received.push(`second ${event}`));
  emitter.emit("a");
  emitter.emit("b");
  expect(received).toEqual(["first a", "second a", "second b"]);
});
