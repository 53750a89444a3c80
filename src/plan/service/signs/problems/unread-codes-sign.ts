import type { ApiModel, ResponseModel } from "../../../../model/api-model.js";
import type { PropertyModel } from "../../../../model/schema-model.js";
import { pointerKeys } from "../../../../text/json-pointer.js";
import { isReadAsJson } from "../../media.js";
import { isError, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { objectMembers } from "../../traits/body-members.js";
import { isHolder, isValidationList, piecesOf } from "../../traits/problems/error-models.js";
import { type Path, shownMember, shownPath } from "../../traits/pagination/paths.js";
import { heldAt } from "../../traits/problems/problem-codes.js";
import type { Problem, Trait } from "../../traits/trait.js";
import { CERTAIN, isTextual, named } from "./error-members.js";
import type { ErrorSign } from "../sign.js";

/** Error responses with a code that the client does not read, as the configuration says that the code is in another member. */
export function unreadCodesSign(
  { operations }: Pick<ApiModel, "operations">,
  problem: Trait<Problem> | undefined,
  reader: SchemaReader,
): ErrorSign | undefined {
  if (problem === undefined) return undefined;
  const { members, holders = [] } = problem.facts;
  const code = members?.code ?? "code";
  const unread = operations.flatMap((operation) =>
    operation.responses.flatMap((response) => {
      const name = isError(response) ? otherCode(response, { code, holders }, reader) : undefined;
      return name === undefined ? [] : [{ operation, status: response.status, name }];
    }),
  );
  const [first, ...others] = unread;
  if (first === undefined) return undefined;
  const count = `, and ${String(others.length)} more ${others.length === 1 ? "response has" : "responses have"} one`;
  const more = others.length === 0 ? "" : count;
  const read = [code, ...holders.map((holder) => `${shownMember(holder)}.${code}`)];
  return {
    origin: first.operation.origin,
    trait: "problems",
    rule: "trait/error-codes",
    shown: `the response ${first.status} of \`${operationKey(first.operation)}\` has ${JSON.stringify(first.name)}${more}`,
    missing: `the configuration says that codes are in ${read.map((one) => JSON.stringify(one)).join(" or ")}`,
  };
}

/** The path of a member that looks like a code, in a body without the one that the client reads. */
function otherCode(
  { content }: ResponseModel,
  { code, holders }: { readonly code: string; readonly holders: readonly string[] },
  reader: SchemaReader,
): string | undefined {
  const media = content.filter((one) => isReadAsJson(one, reader));
  const pieces = media.flatMap(({ schema }) => (schema === undefined ? [] : piecesOf(schema, reader)));
  const top = { pieces, examples: [], reader };
  const objects = [top, ...holders.map((holder) => heldAt(top, pointerKeys(`/${holder}`)))];
  if (objects.some((held) => held.pieces.some((piece) => reader.property(piece, code) !== undefined)))
    return undefined;
  const members = pieces.flatMap((piece) => reader.properties(piece) ?? []);
  const path = codeIn(members, reader) ?? members.map((member) => codeBelow(member, reader)).find(isFound);
  return path && shownPath(path);
}

function isFound(path: Path | undefined): path is Path {
  return path !== undefined;
}

function codeIn(members: readonly PropertyModel[], reader: SchemaReader): Path | undefined {
  const found = named(members, CERTAIN, reader);
  return found !== undefined && isTextual(found, reader) ? [found.name] : undefined;
}

/** A code in the entries of a list, or in an object that holds what the error is. */
function codeBelow({ name, schema }: PropertyModel, reader: SchemaReader): Path | undefined {
  const { type } = reader.resolve(schema);
  const isList = type.kind === "array";
  if (isList ? isValidationList(schema, reader) : !isHolder(name)) return undefined;
  const path = codeIn(objectMembers(isList ? type.items : schema, reader), reader);
  return path && [name, ...(isList ? ["0"] : []), ...path];
}
