import { onScopeDispose } from "vue";
import type { MenuCommand } from "../../../preload/contract.ts";
import { desktop } from "../desktop/desktop-bridge.ts";

/** Handles an entry of the native menu until the component is unmounted. */
export function useMenuCommand(command: MenuCommand, run: () => void): void {
  onScopeDispose(desktop.menu.onCommand((given) => given === command && run()));
}
