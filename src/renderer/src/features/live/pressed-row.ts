/**
 * The aircraft on which the pointer was pressed. Rows of the list are used again: while a button is pressed, another
 * aircraft may come into the row under the pointer, and must not be chosen instead.
 */
export interface PressedRow {
  press(id: string): void;
  /** Whether a click is on the aircraft that was pressed. A screen reader clicks without pressing. */
  isClick(event: MouseEvent, id: string): boolean;
  /** Whether both clicks are on the same aircraft. */
  isDoubleClick(id: string): boolean;
}

export function createPressedRow(): PressedRow {
  /** The last two, the newest first. */
  let pressed: readonly string[] = [];
  return {
    press(id) {
      pressed = [id, ...pressed.slice(0, 1)];
    },
    isClick: ({ detail }, id) => detail === 0 || pressed[0] === id,
    isDoubleClick: (id) => pressed.every((one) => one === id),
  };
}
