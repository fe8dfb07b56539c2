import { useEventListener } from "@vueuse/core";

/** What a click and a double click on an aircraft of the list do. */
export interface RowActions {
  readonly choose: (id: string) => void;
  readonly open: (id: string) => void;
}

/**
 * The aircraft on which the pointer was pressed. Rows of the list are used again: while a button is pressed, another
 * aircraft may come into the row under the pointer, and must not be chosen instead.
 */
export function useRowClicks({ choose, open }: RowActions) {
  let pressedId: string | undefined;
  /** What the last single click has chosen. */
  let chosenId: string | undefined;

  // In a narrow window the page moves when a row is chosen: another row, the map or a button of the card is then under
  // the pointer, and must not get the second click of a double click.
  useEventListener(document, ["click", "dblclick"], handleSecondClick, { capture: true });

  function handleSecondClick(event: MouseEvent): void {
    if (event.detail < 2) chosenId = undefined;
    if (chosenId === undefined) return;
    event.stopPropagation();
    if (event.type === "dblclick") open(chosenId);
  }

  return {
    press(id: string): void {
      pressedId = id;
    },
    click({ detail }: MouseEvent, id: string): void {
      // A screen reader clicks without pressing.
      if (detail > 0 && id !== pressedId) return;
      chosenId = id;
      choose(id);
    },
  };
}
