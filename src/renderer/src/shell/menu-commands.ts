import { onScopeDispose } from "vue";
import type { MenuCommand } from "../../../preload/contract.ts";
import { desktop } from "../desktop/desktop-bridge.ts";

/** Carries out an entry of the native menu for as long as the component that asked lives. */
export function useMenuCommand(command: MenuCommand, run: () => void): void {
  onScopeDispose(desktop.menu.onCommand((given) => given === command && run()));
}
