/** The exports of `import … from "electron"` in the stand-in. A missing name fails when the importer is linked. */
export { app } from "./app.ts";
export { BrowserWindow } from "./browser-window.ts";
export { ipcMain } from "./ipc-main.ts";
export { Menu } from "./menu.ts";
export { nativeTheme } from "./native-theme.ts";
export { Notification } from "./notification.ts";
export { session } from "./session.ts";
export { dialog, net, powerSaveBlocker, screen, shell } from "./system.ts";
export { nativeImage, Tray } from "./tray.ts";
export { utilityProcess } from "./utility-process.ts";
