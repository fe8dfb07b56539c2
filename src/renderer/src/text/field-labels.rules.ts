import { FIELD_LABELS, type FieldLabels } from "./field-labels.ts";
import type { TextKey } from "./text-key.ts";

/** The form whose request a message of the station is about. */
export interface RequestForm {
  /** Path of the route, with its placeholders: `/station/v1/sources/{source_id}`. */
  readonly path: string;
  /** The kind of entry, where the form has other fields for each. */
  readonly kind?: string;
}

/** Names that stand for the whole request, not for a field. */
const WHOLE_REQUEST: ReadonlySet<string> = new Set(["body", "query", "path", "header", "request"]);

/**
 * The label of a field by its path in a request: `settings.url`, `region.geometry.radius`. A field inside another that
 * has no label has that of the other. Empty for the whole request and its address; undefined if the form does not show
 * the field.
 */
export function labelKeyOf(field: string, form: RequestForm): TextKey | "" | undefined {
  const labels = labelsOf(form.path);
  const steps = field.split(".").filter((step) => !/^\d+$/.test(step));
  for (let length = steps.length; length > 0; length -= 1) {
    const name = steps.slice(0, length).join(".");
    const key = labels?.[`${form.kind}:${name}`] ?? labels?.[name];
    if (key !== undefined) return key;
  }
  // The entity in the address is on the screen already.
  const isInAddress = form.path.includes(`{${field}}`);
  return isInAddress || WHOLE_REQUEST.has(field) ? "" : undefined;
}

function labelsOf(path: string): FieldLabels | undefined {
  const labelled = labelledPathOf(path);
  return labelled === undefined ? undefined : FIELD_LABELS[labelled];
}

/** The longest path with labels that is a prefix of the route's path. */
export function labelledPathOf(path: string): string | undefined {
  const prefixes = Object.keys(FIELD_LABELS).filter((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  return prefixes.toSorted((a, b) => b.length - a.length)[0];
}
