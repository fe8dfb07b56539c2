import { EventEmitter } from "node:events";
import { strict } from "./strict.ts";

class NativeTheme extends EventEmitter {
  #source: "system" | "light" | "dark" = "system";

  get themeSource(): "system" | "light" | "dark" {
    return this.#source;
  }
  set themeSource(source: "system" | "light" | "dark") {
    this.#source = source;
    this.emit("updated");
  }
  /** The system of the stand-in is a light one. */
  get shouldUseDarkColors(): boolean {
    return this.#source === "dark";
  }

  _mediaFeatures(): { name: string; value: string }[] {
    return [{ name: "prefers-color-scheme", value: this.shouldUseDarkColors ? "dark" : "light" }];
  }
}

export const nativeTheme = strict("nativeTheme", new NativeTheme());
