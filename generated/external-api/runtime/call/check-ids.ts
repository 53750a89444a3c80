import { ArgumentError } from "../errors/argument-error.js";
import type {
  IdentifierPaths,
  OperationDescriptor,
} from "./operation-descriptor.js";
import type { SplitInput } from "./split-input.js";

/**
 * Refuses identifiers that are not strings (GEN-1): a number may have been rounded before it came here, and nobody
 * could tell.
 *
 * @throws ArgumentError that names the member, never its value
 */
export function checkIds(
  descriptor: OperationDescriptor,
  input: SplitInput,
): void {
  for (const [parameter, value] of input.given) {
    const name = parameter.key ?? parameter.name;
    // Null is another alternative, where a parameter may be null; elsewhere it cannot be written.
    if (parameter.id === true && value !== null) checkId(value, name);
    visitIdentifiers(value, parameter, (id, path) => {
      checkId(id, `${name}/${path.join("/")}`);
    });
  }
  visitIdentifiers(input.body?.value, descriptor.body ?? {}, (id, path) => {
    checkId(id, path.some((step) => step !== "*") ? path.join("/") : "body");
  });
}

/**
 * Names of the members that say which resource is meant, and in which context (ERR-5): path parameters and identifiers,
 * as far as they were given. Names alone, so that an error may show them.
 */
export function identifiersOf(
  { body }: OperationDescriptor,
  input: SplitInput,
): readonly string[] {
  const names = new Set(
    input.given
      .filter(([one]) => one.in === "path" || one.id === true)
      .map(([{ key, name }]) => key ?? name),
  );
  visitIdentifiers(input.body?.value, body ?? {}, (_, path) => {
    // `filter/dealIds/*` is known as `dealIds`.
    names.add(path.filter((step) => step !== "*").pop() ?? "body");
  });
  return [...names];
}

/** How many members of a path are shown. */
const MOST_SHOWN = 8;

/**
 * Finds the identifiers of a value, whatever the depth: in the time that the value takes, since no object is looked into twice
 * for one group.
 *
 * @param found - is told of each and of the way to it: names that the contract has, `*` for all others
 */
function visitIdentifiers(
  root: unknown,
  { ids = [], idGroups = [] }: IdentifierPaths,
  found: (id: unknown, path: readonly string[]) => void,
): void {
  const seen = idGroups.map(() => new Set<unknown>());
  const open = ids.map((left) => ({
    value: root,
    left,
    path: [] as readonly string[],
  }));
  // Grows while it is walked through.
  for (const { value, left, path } of open) {
    if (value === undefined || value === null) continue;
    if (left === "") {
      found(value, path);
      continue;
    }
    const [step = "", ...further] = left.split("/");
    if (step.startsWith("@")) {
      const group = Number(step.slice(1));
      if (seen[group]?.has(value) === true) continue;
      if (typeof value === "object") seen[group]?.add(value);
      for (const next of idGroups[group] ?? [])
        open.push({ value, left: next, path });
      continue;
    }
    if (typeof value !== "object") continue;
    const shown = /^[*=]/.test(step) ? "*" : nameOf(step);
    const way = [...path, shown].slice(-MOST_SHOWN);
    for (const member of membersAt(value, step))
      open.push({ value: member, left: further.join("/"), path: way });
  }
}

/** What is one step below an object or a list; see {@link IdentifierPaths}. */
function membersAt(value: object, step: string): readonly unknown[] {
  if (step === "*") return Object.values(value);
  const [first = "", ...excepted] = step.split("!");
  if (first !== "*" && !first.startsWith("="))
    return [Reflect.get(value, nameOf(step))];
  const matches = (name: string, one: string): boolean =>
    one.startsWith("=")
      ? new RegExp(nameOf(one.slice(1)), "u").test(name)
      : nameOf(one) === name;
  return Object.entries(value)
    .filter(([name]) =>
      first === "*"
        ? !excepted.some((one) => matches(name, one))
        : matches(name, first),
    )
    .map(([, member]: [string, unknown]) => member);
}

/** The name that a step spells: `~0` to `~5` stand for characters that mean something in a step. */
function nameOf(step: string): string {
  return step === "~"
    ? ""
    : step.replace(/~(\d)/g, (_, at: string) => "~/*@!="[Number(at)] ?? "");
}

function checkId(value: unknown, name: string): void {
  if (Array.isArray(value)) {
    for (const id of value) checkId(id, name);
    return;
  }
  // An object is another alternative of a union; what is in it has places of its own.
  if (typeof value === "object" && value !== null) return;
  const wrong: unknown = value;
  if (typeof wrong === "string" && wrong !== "") return;
  throw new ArgumentError({
    happened: `"${name}" is an identifier and has to be a string that is not empty; it is ${describe(wrong)}.`,
    remedy:
      "Pass identifiers as the strings that the server gave: a number cannot hold 64 bits.",
  });
}

function describe(value: unknown): string {
  return value === "" ? "empty" : value === null ? "null" : `a ${typeof value}`;
}
