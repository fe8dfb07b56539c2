import { describe, expect, it } from "vitest";
import {
  canRunUnder,
  COMMANDS,
  commandOf,
  commandsFor,
  isBrowserKey,
  type KeyPlace,
  type KeyPress,
  type PageCover,
  pagesFor,
} from "./commands.ts";

const free: KeyPlace = { isTyping: false, areSingleKeysOn: true };
const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  ...more,
});
const idOf = (pressed: KeyPress, place = free) => commandOf(pressed, place)?.id;

describe("the commands of the console", () => {
  it("have a key of their own, or none", () => {
    const keys = COMMANDS.flatMap((command) => command.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(COMMANDS.map(({ id }) => id)).size).toBe(COMMANDS.length);
  });

  it("open only pages that the rail shows to the person", () => {
    const idsFor = (isAdministrator: boolean) => commandsFor(isAdministrator).map(({ id }) => id);
    expect(idsFor(true)).toEqual(COMMANDS.map(({ id }) => id));
    const onlyAdministrators = idsFor(true).filter((id) => !idsFor(false).includes(id));
    expect(onlyAdministrators).toEqual(["page-outputs", "page-administration"]);
    expect(pagesFor(false)).not.toContain("outputs");
  });

  it("are started by their keys, whatever Caps Lock says", () => {
    expect(idOf(press("f"))).toBe("page-flights");
    expect(idOf(press("F"))).toBe("page-flights");
    expect(idOf(press("k", { ctrlKey: true }))).toBe("find");
    expect(idOf(press("K", { metaKey: true }))).toBe("find");
    expect(idOf(press("ž"))).toBeUndefined();
    // On every page, so that the page of alerts has another one.
    expect(idOf(press("a"))).toBe("acknowledge");
    expect(idOf(press("e"))).toBe("page-alerts");
  });

  it("take a sign for what it is, wherever Shift makes it", () => {
    expect(idOf(press("?", { shiftKey: true }))).toBe("shortcuts");
    expect(idOf(press("/", { shiftKey: true }))).toBe("find");
    expect(idOf(press("F", { shiftKey: true }))).toBeUndefined();
    expect(idOf(press("K", { shiftKey: true, ctrlKey: true }))).toBeUndefined();
  });

  it("leave keys alone that are held, composed, or pressed with Alt or Ctrl", () => {
    expect(idOf(press("f", { repeat: true }))).toBeUndefined();
    expect(idOf(press("f", { isComposing: true }))).toBeUndefined();
    expect(idOf(press("f", { altKey: true }))).toBeUndefined();
    expect(idOf(press("f", { ctrlKey: true }))).toBeUndefined();
  });

  it("do not start while somebody types or single keys are off, except F1 and those with Ctrl", () => {
    for (const place of [
      { ...free, isTyping: true },
      { ...free, areSingleKeysOn: false },
    ]) {
      expect(idOf(press("f"), place)).toBeUndefined();
      expect(idOf(press("?"), place)).toBeUndefined();
      expect(idOf(press("k", { ctrlKey: true }), place)).toBe("find");
      expect(idOf(press("F1"), place)).toBe("help");
    }
  });

  it("do not run under a dialog or a menu; only the help opens over a dialog", () => {
    const runs = (cover: PageCover) => COMMANDS.filter((one) => canRunUnder(cover, one)).map(({ id }) => id);
    expect(runs(undefined)).toHaveLength(COMMANDS.length);
    expect(runs("dialog")).toEqual(["help"]);
    expect(runs("menu")).toEqual([]);
  });

  it("keep from the browser what it would open itself, even where they do not run", () => {
    expect(isBrowserKey(press("F1"))).toBe(true);
    expect(isBrowserKey(press("k", { ctrlKey: true }))).toBe(true);
    expect(isBrowserKey(press("k", { metaKey: true }))).toBe(true);
    expect(isBrowserKey(press("f"))).toBe(false);
  });

  it("undo with Ctrl+Z, except in a field, which undoes what was typed", () => {
    expect(idOf(press("z", { ctrlKey: true }))).toBe("undo");
    expect(idOf(press("z", { ctrlKey: true }), { ...free, areSingleKeysOn: false })).toBe("undo");
    expect(idOf(press("z", { ctrlKey: true }), { ...free, isTyping: true })).toBeUndefined();
    expect(idOf(press("z", { ctrlKey: true, shiftKey: true }))).toBeUndefined();
    expect(idOf(press("z"))).toBe("fit");
  });
});
