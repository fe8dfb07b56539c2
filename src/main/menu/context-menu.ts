import { Menu, type App } from "electron";
import { contextMenuTemplate } from "./context-menu.template.ts";

/** Electron shows none by itself: without this, nothing could be pasted with the mouse. What the console shows itself goes first. */
export function setUpContextMenu(app: App): void {
  app.on("web-contents-created", (_created, contents) => {
    contents.on("context-menu", (_event, params) => {
      const template = contextMenuTemplate(params);
      if (template.length > 0) Menu.buildFromTemplate(template).popup();
    });
  });
}
