import { strict } from "./strict.ts";

interface ItemTemplate {
  readonly id?: string;
  readonly label?: string;
  readonly role?: string;
  readonly accelerator?: string;
  readonly enabled?: boolean;
  readonly click?: (item: object, window: undefined, event: object) => void;
  readonly submenu?: readonly ItemTemplate[];
}

class MenuItem {
  readonly id: string | undefined;
  readonly label: string;
  readonly role: string | undefined;
  readonly accelerator: string | undefined;
  readonly enabled: boolean;
  readonly submenu: StandInMenu | null;
  readonly click: () => void;

  constructor(template: ItemTemplate) {
    this.id = template.id;
    this.label = template.label ?? template.role ?? "";
    this.role = template.role;
    this.accelerator = template.accelerator;
    this.enabled = template.enabled ?? true;
    this.submenu = template.submenu === undefined ? null : new StandInMenu(template.submenu);
    this.click = () => template.click?.(this, undefined, {});
  }
}

class StandInMenu {
  readonly items: readonly MenuItem[];

  constructor(template: readonly ItemTemplate[]) {
    this.items = template.map((each) => new MenuItem(each));
  }

  /** A journey finds the menu through `Menu._lastPopup`. */
  popup(): void {
    popups.push(this);
  }

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found !== null && found !== undefined) return found;
    }
    return null;
  }
}

let applicationMenu: StandInMenu | null = null;
const popups: StandInMenu[] = [];

export const Menu = strict("Menu", {
  buildFromTemplate: (template: readonly ItemTemplate[]) => new StandInMenu(template),
  setApplicationMenu: (menu: StandInMenu | null): void => void (applicationMenu = menu),
  getApplicationMenu: () => applicationMenu,
  get _lastPopup() {
    return popups.at(-1) ?? null;
  },
});
