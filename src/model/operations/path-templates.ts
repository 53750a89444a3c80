import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../load/loaded-contract.js";
import { appendPointer } from "../../text/json-pointer.js";
import { pascal, words } from "../../text/words.js";
import type { OperationModel, ParameterModel } from "../api-model.js";
import type { RawOperation } from "./list-raw-operations.js";
import { type LocatedParameter, locateParameters } from "./locate-parameters.js";
import type { OperationContext } from "./operation-context.js";

/** A path template as far as a request carries it: a fragment is never sent (RFC 9110 section 7.1). */
export function sentPath(path: string): string {
  const [sent = ""] = path.split("#", 1);
  return sent;
}

/**
 * The names in a path template, each once: `id` of `/pets/{id}` (OpenAPI, Paths Object). Names behind a `#` do not count:
 * a fragment is never sent.
 */
function templateNames(path: string): ReadonlySet<string> {
  return new Set([...sentPath(path).matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => name ?? []));
}

/**
 * Diagnostics for text behind the path in a path template, which OpenAPI does not allow (Paths Object): a
 * fragment, which no request has (RFC 9110 section 7.1), and a query. One for each end of a path.
 */
export function diagnoseTemplateEnds(operations: readonly RawOperation[]): readonly Diagnostic[] {
  return [...new Set(operations.map(({ path }) => path))].flatMap((path) => {
    const pointer = appendPointer("#/paths", path);
    const sent = sentPath(path);
    return [
      ...(path === sent ? [] : [diagnostic("path/fragment", pointer)]),
      ...(sent.includes("?") ? [diagnostic("path/query", pointer)] : []),
    ];
  });
}

/**
 * Whether a parameter is for a place that its path does not have (OpenAPI, Parameter Object: the name of a path
 * parameter must be that of a template expression). Nothing could carry it.
 */
export function isPathless(
  path: string,
  { name, location }: Pick<LocatedParameter, "name" | "location">,
): boolean {
  return location === "path" && !templateNames(path).has(name);
}

/** Diagnostics for the omitted path parameters: one per parameter and path. */
export function diagnosePathless(
  document: JsonObject,
  operations: readonly RawOperation[],
): readonly Diagnostic[] {
  return operations.flatMap((operation) =>
    locateParameters(document, operation)
      .flat()
      .filter((parameter) => isPathless(operation.path, parameter))
      .map(({ name, listed }) =>
        diagnostic("parameter/not-in-path", listed, { path: operation.path, name: `{${name}}` }),
      ),
  );
}

/**
 * Parameters that a path has and its contract forgot to describe (OpenAPI, Paths Object: each template expression must
 * correspond to a path parameter). They are required strings: without them nothing could be called, and a string is
 * what any value has to become in a path.
 *
 * @param declared - what the contract describes, whatever its place.
 */
export function buildUndeclared(
  context: OperationContext,
  path: string,
  declared: readonly ParameterModel[],
): readonly ParameterModel[] {
  const known = new Set(declared.filter((each) => each.in === "path").map(({ name }) => name));
  const pointer = pathPointer(path);
  return [...templateNames(path)]
    .filter((name) => !known.has(name))
    .map((name) => ({
      name,
      in: "path",
      required: true,
      deprecated: false,
      description: "Part of the path; the contract does not describe it.",
      schema: context.schemas.node(
        { type: "string" },
        // The document has nothing there: no schema of the document can be mistaken for this one.
        appendPointer(pointer, `{${name}}`),
        `${context.typeName}${pascal(words(name))}`,
        context.typeName,
      ),
      style: "simple",
      explode: false,
      allowReserved: false,
      sensitive: false,
      origin: { pointer },
    }));
}

/** Diagnostics for the parameters that were not declared: one per path. */
export function diagnoseUndeclared(operations: readonly OperationModel[]): readonly Diagnostic[] {
  return operations.flatMap(({ path, parameters }) => {
    const pointer = pathPointer(path);
    const names = parameters.filter(({ origin }) => origin.pointer === pointer).map(({ name }) => name);
    return names.length === 0 ? [] : [diagnostic("path/undeclared-parameters", pointer, { names })];
  });
}

/** The pointer of a path template, which is a key of `paths`. */
function pathPointer(path: string): string {
  return appendPointer("#/paths", path);
}
