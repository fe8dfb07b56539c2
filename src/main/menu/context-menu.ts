import { Menu, type App } from "electron";
import { contextMenuTemplate } from "./context-menu.template.ts";

/** Electron has no context menu by default, so nothing could be pasted by mouse. The console's own menus come first. */
export function setUpContextMenu(app: App): void {
  app.on("web-contents-created", (_created, contents) => {
    contents.on("context-menu", (_event, params) => {
      const template = contextMenuTemplate(params);
      if (template.length > 0) Menu.buildFromTemplate(template).popup();
    });
  });
}
