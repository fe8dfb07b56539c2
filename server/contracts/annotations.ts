import { z } from "zod";
import { Uuid } from "./common.ts";
import { ErrorDetail, ErrorDetailList, Unauthenticated } from "./errors.ts";
import { OperationPath } from "./operations.ts";
import { defineRoutes } from "./route.ts";

/** Maximum length of a note in Unicode code points, not UTF-16 code units. */
export const MAX_NOTE_CHARACTERS = 1000;

export const Annotation = z
  .object({
    id: Uuid.describe("Id of the annotation."),
    owner_id: z
      .string()
      .describe(
        "The user who wrote it; `00000000-0000-4000-8000-000000000000` once their account has been deactivated.",
      ),
    note: z.string().nullable().describe("The text, at most 1000 characters."),
    can_edit: z.boolean().describe("Whether the caller may change it."),
  })
  .meta({ id: "Annotation", description: "A user's note on an operation." });
export type Annotation = z.infer<typeof Annotation>;

export const AnnotationList = z
  .object({
    can_add: z.boolean().describe("Whether the caller may add one: each user has at most one per operation."),
    items: z.array(Annotation).describe("All annotations of the operation, oldest first."),
  })
  .meta({ id: "AnnotationList", description: "The annotations of an operation." });
export type AnnotationList = z.infer<typeof AnnotationList>;

const Note = z
  .string()
  // A lone surrogate cannot be encoded in UTF-8; it is stored and returned as U+FFFD.
  .overwrite((text) => text.toWellFormed())
  .check((context) => {
    if (Array.from(context.value).length <= MAX_NOTE_CHARACTERS) return;
    const { value: input } = context;
    context.issues.push({ code: "too_big", origin: "string", maximum: MAX_NOTE_CHARACTERS, inclusive: true, input });
  })
  .meta({ maxLength: MAX_NOTE_CHARACTERS });

const noteBody = (whenMissing: string) =>
  z.object({ note: Note.nullish().describe(`The text, at most 1000 characters; ${whenMissing}.`) });

export const AnnotationCreate = noteBody("null when missing").meta({
  id: "AnnotationCreate",
  description: "An annotation to add, or to replace another with.",
});

export const AnnotationUpdate = noteBody("unchanged when missing").meta({
  id: "AnnotationUpdate",
  description: "A change to an annotation.",
});

/** Annotations belong to whole operations; the id of a suboperation is not accepted here. */
const AnnotatedPath = z.object({ operation_id: Uuid.describe("Id of a global operation.") });
const AnnotationPath = AnnotatedPath.extend({ user_data_id: Uuid.describe("Id of an annotation.") });

const PATH = "/v2/airspace/operations/{operation_id}/user-data";
const TAG = "Annotations";

export const annotationRoutes = defineRoutes({
  listAnnotations: {
    method: "get",
    path: PATH,
    tag: TAG,
    summary: "Annotations of an operation",
    who: "user",
    params: AnnotatedPath,
    replies: { 200: AnnotationList, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
  createAnnotation: {
    method: "post",
    path: PATH,
    tag: TAG,
    summary: "Annotate an operation",
    who: "user",
    params: AnnotatedPath,
    body: AnnotationCreate,
    replies: { 200: Annotation, 409: ErrorDetail, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
  updateAnnotation: {
    method: "patch",
    path: `${PATH}/{user_data_id}`,
    tag: TAG,
    summary: "Change one of the caller's own annotations",
    who: "user",
    params: AnnotationPath,
    body: AnnotationUpdate,
    replies: { 200: Annotation, 403: ErrorDetail, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
  replaceAnnotation: {
    method: "put",
    path: `${PATH}/{user_data_id}`,
    tag: TAG,
    summary: "Replace one of the caller's own annotations",
    who: "user",
    params: AnnotationPath,
    body: AnnotationCreate,
    replies: { 200: Annotation, 403: ErrorDetail, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
  deleteAnnotation: {
    method: "delete",
    path: `${PATH}/{user_data_id}`,
    tag: TAG,
    summary: "Delete an annotation",
    description: "The caller's own; administrators may delete those of other users.",
    who: "user",
    params: AnnotationPath,
    replies: { 204: null, 403: ErrorDetail, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
  markOperationSeen: {
    method: "put",
    path: "/v2/airspace/operations/{operation_id}/seen",
    tag: TAG,
    summary: "Mark an operation as seen by the caller",
    description: "The id of a suboperation marks the operation it belongs to.",
    who: "user",
    params: OperationPath,
    replies: { 204: null, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
  unmarkOperationSeen: {
    method: "delete",
    path: "/v2/airspace/operations/{operation_id}/seen",
    tag: TAG,
    summary: "Mark an operation as not seen by the caller",
    who: "user",
    params: OperationPath,
    replies: { 204: null, 401: Unauthenticated, 404: ErrorDetail, 422: ErrorDetailList },
  },
});
