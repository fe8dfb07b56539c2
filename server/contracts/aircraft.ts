import { z } from "zod";
import { Uuid } from "./common.ts";
import { ErrorMessages, Unauthenticated } from "./errors.ts";
import { formatsOf } from "./formats.ts";
import { formatQuery, pageQuery } from "./pages.ts";
import { defineRoutes } from "./route.ts";

export const AircraftId = Uuid.brand("AircraftId");
export type AircraftId = z.infer<typeof AircraftId>;

const UAS_CLASSES = ["C0", "C1", "C2", "C3", "C4", "C5", "C6", "OTHER", "NONE", "UNKNOWN"] as const;

export const UasClass = z
  .enum(UAS_CLASSES.map((name) => `AircraftUASClass.${name}` as const))
  .describe("Class of Regulation (EU) 2019/945, or that there is none, another, or that it is not known.");
export type UasClass = z.infer<typeof UasClass>;

export const AircraftSummary = z
  .object({
    id: Uuid.describe("Id of the aircraft."),
    name: z.string().describe("Name the owner gave it."),
    public_name: z.string().describe("Name that others see."),
  })
  .meta({ id: "AircraftSummary", description: "An aircraft, in short." });
export type AircraftSummary = z.infer<typeof AircraftSummary>;

const Name = z.string().min(1).max(255);
const MAX_INTEGER = 2_147_483_647;
const Weight = z.number().min(0).max(MAX_INTEGER);
const Endurance = z.int().min(0).max(MAX_INTEGER);

export const Aircraft = z
  .object({
    id: Uuid.describe("Id of the aircraft."),
    name: Name.describe("Name, 1 to 255 characters."),
    model: z
      .object({
        id: Uuid.describe("Id of the model."),
        name: z.string().describe("Name of the model."),
      })
      .nullable()
      .describe("Its model; null when not given."),
    weight: Weight.nullable().describe("Weight in grams; null when neither given nor known of the model."),
    uas_class: UasClass,
    endurance: Endurance.describe("Time it can fly, minutes."),
  })
  .meta({ id: "Aircraft", description: "An aircraft of an account." });
export type Aircraft = z.infer<typeof Aircraft>;

export const AircraftDetail = Aircraft.extend({
  owner: z
    .object({
      id: Uuid.describe("Id of the user."),
      name: z.string().describe("Full name, or the e-mail address where there is none."),
    })
    .describe("Whose it is."),
}).meta({ id: "AircraftDetail", description: "An aircraft with its owner." });
export type AircraftDetail = z.infer<typeof AircraftDetail>;

const fields = {
  name: Name.nullable().describe("Name, 1 to 255 characters; when omitted at creation the station makes one."),
  model: Uuid.nullable().describe("Id of the model, of the list of vendors; null for none."),
  weight: Weight.nullable().describe("Weight in grams; null takes that of the model."),
  uas_class: UasClass,
  endurance: Endurance.describe("Time it can fly, minutes, 0 to 2147483647."),
};

export const AircraftCreate = z
  .object({
    ...fields,
    name: fields.name.optional(),
    model: fields.model.optional(),
  })
  .meta({ id: "AircraftCreate", description: "A new aircraft." });
export type AircraftCreate = z.output<typeof AircraftCreate>;

export const AircraftEdit = z
  .object(fields)
  .partial()
  .extend({ name: Name.optional().describe("Name, 1 to 255 characters.") })
  .meta({ id: "AircraftEdit", description: "What to change; what is not given stays." });
export type AircraftEdit = z.output<typeof AircraftEdit>;

export const AircraftModel = z
  .object({
    id: Uuid.describe("Id of the model."),
    name: z.string().describe("Name of the model, for example `Mini 2`."),
    full_name: z.string().describe("Name with the vendor's, for example `DJI Mini 2`."),
    type: z.string().describe("Type of aircraft of ASTM F3411 in words; `None/Not Declared` where not known."),
    weight: z.number().nullable().describe("Weight in grams; null when not known."),
    endurance: z.int().nullable().describe("Time it can fly, minutes; null when not known."),
    uas_class: UasClass,
  })
  .meta({ id: "AircraftModel", description: "A model of aircraft on the market." });
export type AircraftModel = z.infer<typeof AircraftModel>;

export const AircraftVendor = z
  .object({
    id: Uuid.describe("Id of the vendor."),
    name: z.string().describe("Name of the vendor."),
    models: z.array(AircraftModel).describe("Its models, by name."),
  })
  .meta({ id: "AircraftVendor", description: "A vendor with its models." });
export type AircraftVendor = z.infer<typeof AircraftVendor>;

export const AIRCRAFT_TYPES = [
  "None/Not Declared",
  "Aeroplane",
  "Helicopter (or Multirotor)",
  "Gyroplane",
  "Hybrid Lift",
  "Other",
] as const;

export const AircraftModelCreate = z
  .object({
    name: Name.describe("Name of the model, 1 to 255 characters."),
    type: z.enum(AIRCRAFT_TYPES).default("None/Not Declared").describe("Type of aircraft."),
    weight: Weight.nullable().default(null).describe("Weight in grams."),
    endurance: Endurance.nullable().default(null).describe("Time it can fly, minutes."),
    uas_class: UasClass.default("AircraftUASClass.UNKNOWN"),
  })
  .meta({ id: "AircraftModelCreate", description: "A model that the list does not have." });
export type AircraftModelCreate = z.output<typeof AircraftModelCreate>;

const AircraftPath = z.object({ id: Uuid.describe("Id of the aircraft.") });
const VendorPath = z.object({ vendor_id: Uuid.describe("Id of the vendor.") });
const failures = { 400: ErrorMessages, 401: Unauthenticated, 404: ErrorMessages } as const;
const TABLE = formatsOf("table");
const TAG = "Aircraft";

export const AIRCRAFT_ORDER = ["name", "model", "weight", "uas_class", "endurance"] as const;

export const aircraftRoutes = defineRoutes({
  listAircraft: {
    method: "get",
    path: "/v1/aircraft",
    tag: TAG,
    summary: "Aircraft that the caller can access",
    description: "The caller's own; an administrator's list has everybody's.",
    who: "user",
    pages: true,
    formats: TABLE,
    fileName: "aircraft",
    query: z.object({
      ...pageQuery(AIRCRAFT_ORDER, TABLE),
      owner: Uuid.optional().describe("Only aircraft of this user."),
    }),
    replies: { 200: z.array(Aircraft), 400: ErrorMessages, 401: Unauthenticated },
  },
  createAircraft: {
    method: "post",
    path: "/v1/aircraft",
    tag: TAG,
    summary: "Create an aircraft",
    who: "user",
    formats: TABLE,
    query: z.object({ format: formatQuery(TABLE).format }),
    body: AircraftCreate,
    replies: { 200: Aircraft, 400: ErrorMessages, 401: Unauthenticated },
  },
  listAircraftVendors: {
    method: "get",
    path: "/v1/aircraft/vendors",
    tag: TAG,
    summary: "Vendors with their models",
    who: "user",
    query: z.object({ ordering: pageQuery(["name"], TABLE).ordering }),
    replies: { 200: z.array(AircraftVendor), 400: ErrorMessages, 401: Unauthenticated },
  },
  getAircraft: {
    method: "get",
    path: "/v1/aircraft/{id}",
    tag: TAG,
    summary: "One aircraft with its owner",
    who: "user",
    params: AircraftPath,
    replies: { 200: AircraftDetail, ...failures },
  },
  editAircraft: {
    method: "patch",
    path: "/v1/aircraft/{id}",
    tag: TAG,
    summary: "Edit an aircraft",
    who: "user",
    params: AircraftPath,
    body: AircraftEdit,
    replies: { 200: AircraftDetail, ...failures },
  },
  removeAircraft: {
    method: "delete",
    path: "/v1/aircraft/{id}",
    tag: TAG,
    summary: "Delete an aircraft",
    description: "Flights that were flown with it keep its name.",
    who: "user",
    params: AircraftPath,
    replies: { 204: null, ...failures },
  },
  createAircraftVendor: {
    method: "post",
    path: "/station/v1/aircraft/vendors",
    tag: TAG,
    summary: "Add a vendor to the list",
    who: "administrator",
    body: z.object({ name: Name.describe("Name of the vendor, 1 to 255 characters.") }),
    replies: { 200: AircraftVendor, 400: ErrorMessages, 401: Unauthenticated, 403: ErrorMessages, 409: ErrorMessages },
  },
  createAircraftModel: {
    method: "post",
    path: "/station/v1/aircraft/vendors/{vendor_id}/models",
    tag: TAG,
    summary: "Add a model to a vendor",
    who: "administrator",
    params: VendorPath,
    body: AircraftModelCreate,
    replies: { 200: AircraftModel, ...failures, 403: ErrorMessages, 409: ErrorMessages },
  },
});
