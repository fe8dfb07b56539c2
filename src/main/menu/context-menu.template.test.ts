import { afterEach, describe, expect, it } from "vitest";
import { setDesktopLanguage } from "../text/desktop-text.ts";
import { type Clicked, contextMenuTemplate } from "./context-menu.template.ts";

afterEach(() => setDesktopLanguage("en"));

const clicked = (part: Partial<Clicked>): Clicked => ({
  isEditable: false,
  selectionText: "",
  editFlags: { canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
  ...part,
});
const shown = (part: Partial<Clicked>) =>
  contextMenuTemplate(clicked(part)).flatMap(({ role, enabled }) => (role === undefined ? [] : [[role, enabled]]));

describe("the menu of the second button", () => {
  it("is for fields and selected text only", () => {
    expect(shown({})).toEqual([]);
    expect(shown({ selectionText: " \n" })).toEqual([]);
    const editFlags = { canCut: false, canCopy: true, canPaste: false, canSelectAll: true };
    expect(shown({ selectionText: "47.07", editFlags })).toEqual([["copy", true]]);
  });

  it("offers in a field what can be done there", () => {
    expect(shown({ isEditable: true })).toEqual([
      ["cut", false],
      ["copy", false],
      ["paste", true],
      ["selectAll", true],
    ]);
  });

  it("speaks the language of the desktop", () => {
    setDesktopLanguage("de");
    expect(contextMenuTemplate(clicked({ isEditable: true }))[0]).toMatchObject({ label: "&Ausschneiden" });
  });
});
