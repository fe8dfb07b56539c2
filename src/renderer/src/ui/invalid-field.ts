import { nextTick } from "vue";

/**
 * Moves the focus to the first field with a problem, which may be far from the button that was pressed and out of view;
 * a screen reader then reads the problem.
 */
export async function focusFirstInvalid(form: ParentNode): Promise<void> {
  await nextTick();
  const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
  field?.focus();
  // The browser takes a field for visible that the bar with the button covers.
  field?.scrollIntoView({ block: "center" });
}
