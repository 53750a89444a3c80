import type { Json, JsonObject } from "../determinism/json-tree.js";
import type { Random } from "./random.js";

/** What recognises itself wherever it turns up. */
export const secrets = {
  accessKey: "ck_live_Zq7fuzzKEY81xyzw40Lm",
  token: "tk_Zq7fuzzTOKEN52abcd93Qr",
  apiKey: "ak_Zq7fuzzAPIKEY66efgh17Tv",
  password: "pw_Zq7fuzzPASS73ijkl28Ux",
  session: "sn_Zq7fuzzSESS84mnop39Wy",
  phone: "+442079460123",
} as const;

/** What the client of the External API asks for, and gets. */
export const allScopes: readonly string[] = [
  "cabinet:read",
  "cabinet:settings:write",
  "cabinet:projects:write",
  "cabinet:deals:read",
  "cabinet:deals:write",
  "cabinet:exports:run",
];

/** Which client calls. */
export type ClientName = "external" | "plain";

/** One call of a generated client; JSON, so that it can be printed and made smaller. */
export interface FuzzCall {
  readonly client: ClientName;
  /** `cabinets.list` */
  readonly method: string;
  readonly input: Json;
  readonly options: JsonObject;
}

const place = { cabinetId: "12", namespaceId: "34", placementId: "56" };
const reason = "fuzz";
const condition = { ifMatch: '"v1"' };

const external: readonly (readonly [method: string, input: Json, options?: JsonObject])[] = [
  ["analytics.getConfig", "12"],
  ["analytics.queryProjects", { cabinetId: "12", from: "2026-02-10", to: "2026-08-09" }],
  ["analytics.updateConfig", { cabinetId: "12", reason, patch: { timeZone: "UTC" } }, condition],
  ["analytics.modifyConfig", "12"],
  ["cabinets.getContext", "12"],
  ["cabinets.getSettings", place],
  ["cabinets.list", { limit: 3 }],
  ["cabinets.search", { query: "a" }],
  ["capabilities.get", {}],
  ["deals.export", { cabinetId: "12", reason }],
  ["deals.import", { cabinetId: "12", reason, contacts: [{ phone: secrets.phone }] }],
  ["deals.search", { cabinetId: "12" }],
  ["operations.get", "op_1"],
  ["operations.getResult", "op_1"],
  ["operations.resume", "op_1"],
  ["projects.create", { cabinetId: "12", reason, project: { name: "n" } }],
  ["projects.getSources", { cabinetId: "12", projectId: "34" }],
  ["projects.update", { cabinetId: "12", projectId: "34", reason, patch: { name: "n" } }],
  ["projects.updateSources", { cabinetId: "12", projectId: "34", reason, patch: {} }, condition],
  ["projects.modifySources", { cabinetId: "12", projectId: "34" }],
  ["projects.updateState", { cabinetId: "12", projectId: "34", reason, state: "archived" }],
  ["settings.update", { cabinetId: "12", reason, patch: { language: "nl" } }, condition],
  ["settings.modify", "12"],
];

const item = { id: 7, name: "n", phone: secrets.phone };

const plain: readonly (readonly [method: string, input: Json, options?: JsonObject])[] = [
  ["items.check", "7"],
  ["items.create", item],
  ["items.delete", "7"],
  ["items.findMoved", {}],
  ["items.followEvents", {}],
  ["items.get", "7"],
  ["items.list", {}],
  ["items.pay", item],
  ["items.readFile", {}],
  ["items.readFileStream", {}],
  ["items.readLines", {}],
  ["items.readText", {}],
  ["items.search", {}],
  ["items.sendFile", { note: "n" }],
  ["items.update", { id: "7", body: item }],
];

/** Every method of a client that is called. */
export function methodsOf(client: ClientName): readonly string[] {
  return (client === "external" ? external : plain).map(([method]) => method);
}

/** A call with an input that would do, and sometimes with a deadline or fewer attempts. */
export function randomCall(random: Random): FuzzCall {
  const client = random.pick(["external", "external", "plain"] as const);
  const [method, input, options = {}] = random.pick(client === "external" ? external : plain);
  return {
    client,
    method,
    input,
    options: {
      ...options,
      ...(random.chance(0.3) && { deadline: random.pick(["1s", "30s", "10m"]) }),
      ...(random.chance(0.1) && { headers: { "x-caller": "fuzz" } }),
    },
  };
}
