import { planOf } from "../plan-of.js";

/** A sign of what is lost. */
export interface Sign {
  readonly trait: string;
  readonly shown: string;
  readonly missing: string;
  readonly lines: readonly string[];
}

/** What the contract shows and the client will not do. */
export function lostIn(yaml: string): readonly Sign[] {
  return planOf(yaml, { vendor: "acme", isPreview: true }).traits.lost.map(
    ({ trait, shown, missing, lines }) => ({
      trait,
      shown,
      missing,
      lines,
    }),
  );
}

/** One operation of `/pets`. */
export function pets(method: string, rest: string, more = ""): string {
  return `paths: { /pets: { ${method}: { operationId: run, tags: [pets], ${rest} } } }\n${more}`;
}

/** A body of JSON with this schema. */
export const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
/** The member that has the items. */
export const LIST = "items: { type: array, items: {} }";
