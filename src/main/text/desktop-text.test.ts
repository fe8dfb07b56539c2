import { expect, it } from "vitest";
import { desktopLanguageOf, desktopTexts } from "./desktop-text.ts";

it("is in the first language of the system that there is", () => {
  expect(desktopLanguageOf(["sk", "cs-CZ", "en-US"])).toBe("cs");
  expect(desktopLanguageOf(["fr"])).toBe("en");
});

it.each(Object.entries(desktopTexts))("gives each entry of a menu a key of its own, in %s", (_language, { menu }) => {
  const menus = [
    ["file", "edit", "view", "help"],
    ["openRecording", "export", "savePdf", "quit"],
    ["undo", "redo", "cut", "copy", "paste", "selectAll"],
    ["map", "sources", "nightMode", "resetZoom", "zoomIn", "zoomOut", "fullScreen", "developerTools"],
    ["openInBrowser", "logFiles", "diagnostics", "restartStation", "updates", "about"],
  ] as const;
  for (const names of menus) {
    const keys = names.map((name) => /&(\p{L})/u.exec(menu[name])?.[1]?.toLowerCase());
    expect(keys).not.toContain(undefined);
    expect(keys).toEqual([...new Set(keys)]);
  }
});
