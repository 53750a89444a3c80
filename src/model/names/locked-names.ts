import { type Diagnostic, diagnostic } from "../../diagnostics/diagnostic.js";
import { namesLockName } from "../../text/client-files.js";
import { escapePointerSegment } from "../../text/json-pointer.js";
import { UserError } from "../../text/user-error.js";
import { lowerFirst, upperFirst } from "../../text/words.js";
import type { OperationModel, OperationName } from "../api-model.js";
import type { RawOperation } from "../operations/list-raw-operations.js";
import type { SchemaModel } from "../schema-model.js";
import { type ChosenName, operationIdentity, operationName } from "./member-names.js";

/** Names of an earlier generation, as `names.lock.json` has them: the same operations and schemas keep them. */
export interface LockedNames {
  /** Class of the client; absent: none is locked. */
  readonly client?: string;
  /** `GET /cabinets` → `cabinets.list`. */
  readonly operations: Readonly<Record<string, string>>;
  /**
   * Identity of a schema ({@link SchemaModel.identity}) → its name: `#/components/schemas/Cabinet` → `Cabinet`. With `input:` before
   * it, the type that requests have of it; `headers:` and the pointer of a response: the type of its headers.
   */
  readonly models: Readonly<Record<string, string>>;
}

/** As {@link LockedNames}, checked, for looking names up. */
export interface NamesByKey {
  readonly operations: ReadonlyMap<string, OperationName>;
  readonly models: ReadonlyMap<string, string>;
}

/** Names that Cabinetry gives (ECMA-262 section 12.7, without `$`); before a digit they have a `_`. */
const IDENTIFIER = /^\p{ID_Start}\p{ID_Continue}*$/u;

const isIdentifier = (name: string) => IDENTIFIER.test(name.replace(/^_+(?!_*proto__$)/u, "a"));

/** Whether a name can be that of a method or resource. Some letters have no case: those are right for both. */
export const isMember = (name: string) => isIdentifier(name) && lowerFirst(name) === name;
const isType = (name: string) => isIdentifier(name) && upperFirst(name) === name;

/** Problems that an error shows; the others are counted. */
const MOST_PROBLEMS = 10;

/** Locked names under the parts of names that somebody chose since. */
export function withChosenNames(
  locked: LockedNames,
  chosen: ReadonlyMap<string, ChosenName> | undefined,
): LockedNames {
  if (chosen === undefined || chosen.size === 0) return locked;
  const operations = Object.entries(locked.operations).map(([key, name]) => {
    const [resource = "", method = ""] = name.split(".");
    const own = chosen.get(key);
    return own === undefined ? [key, name] : [key, `${own.resource ?? resource}.${own.method ?? method}`];
  });
  return { ...locked, operations: Object.fromEntries(operations) as LockedNames["operations"] };
}

/**
 * Checks every locked name: the lock is a file that people can edit, and its names become code. Whether a name is
 * free is decided where names are given; a taken name is replaced, and {@link diagnoseLocked} reports it.
 *
 * @throws UserError (2) naming all of those that cannot be names.
 */
export function checkLockedNames({ operations, models }: Omit<LockedNames, "client">): NamesByKey {
  const named = Object.entries(operations).map(([key, name]) => [key, name, readMember(name)] as const);
  const problems = [
    ...named.flatMap(([key, name, read]) => (read === undefined ? [problem(key, name, MEMBERS)] : [])),
    ...Object.entries(models).flatMap(([key, name]) => (isType(name) ? [] : [problem(key, name, TYPES)])),
  ];
  if (problems.length > 0) {
    const more = problems.length - MOST_PROBLEMS;
    const shown = [...problems.slice(0, MOST_PROBLEMS), ...(more > 0 ? [`and ${String(more)} more`] : [])];
    throw new UserError(2, "The lock of names has what cannot be a name.", {
      where: shown.join("\n"),
      remedy: `Correct these lines of ${namesLockName}, restore it from version control, or recompute all names with --rename.`,
    });
  }
  return {
    operations: new Map(named.flatMap(([key, , read]) => (read === undefined ? [] : [[key, read]]))),
    models: new Map(Object.entries(models)),
  };
}

const MEMBERS = "must be resource.method, two identifiers that start with a lower-case letter";
const TYPES = "must be an identifier that starts with an upper-case letter";

function problem(key: string, name: string, want: string): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(name)} ${want}`;
}

function readMember(name: string): OperationName | undefined {
  const [resource = "", method = "", ...rest] = name.split(".");
  const isName = rest.length === 0 && isMember(resource) && isMember(method);
  return isName ? operationName(resource, method) : undefined;
}

const PARAMETER = /\{[^{}]*\}/gu;

/**
 * Locked names under the paths that the contract has now, where the names of a path's parameters changed: it is the same
 * route (OpenAPI, Paths Object: such paths are identical). None follows where several could be meant.
 *
 * @param current - operation keys of the contract: `GET /pets/{id}`.
 */
export function followPaths(locked: LockedNames, current: readonly string[]): LockedNames {
  const pathOf = (key: string) => key.slice(key.indexOf(" ") + 1);
  const now = new Set(current.map(pathOf));
  const before = new Set(Object.keys(locked.operations).map(pathOf));
  const added = byRoute([...now].filter((path) => !before.has(path)));
  const renamed = [...byRoute([...before].filter((path) => !now.has(path)))].flatMap(
    ([route, [old, ...others]]) => {
      const [path, ...more] = added.get(route) ?? [];
      const isSure = old !== undefined && path !== undefined && others.length + more.length === 0;
      return isSure ? [[old, path] as const] : [];
    },
  );
  if (renamed.length === 0) return locked;
  const paths = new Map(renamed);
  const pointers = new Map(
    renamed.map((pair) => pair.map(escapePointerSegment)).map(([old = "", path = ""]) => [old, path]),
  );
  const follow = (names: Readonly<Record<string, string>>, rename: (key: string) => string) =>
    Object.fromEntries(Object.entries(names).map(([key, name]) => [rename(key), name]));
  return {
    ...locked,
    operations: follow(locked.operations, (key) => {
      const path = paths.get(pathOf(key));
      return path === undefined ? key : `${key.slice(0, key.indexOf(" "))} ${path}`;
    }),
    models: follow(locked.models, (key) =>
      key.replace(/(?<=#\/paths\/)[^/]*/u, (segment) => pointers.get(segment) ?? segment),
    ),
  };
}

/** Paths by what they are without the names of their parameters; those without parameters have no other name. */
function byRoute(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const routes = new Map<string, string[]>();
  for (const path of paths) {
    const route = path.replace(PARAMETER, "{}");
    if (route !== path) routes.set(route, [...(routes.get(route) ?? []), path]);
  }
  return routes;
}

/**
 * What a person has to know of names of an earlier generation: each that could not stay, because the client itself has it now
 * or another has it too; and, in one sentence, those operations whose names stay although the contract would give them
 * others today.
 *
 * @param fresh - makes the names that a new client would have; they are asked for where there is an earlier one.
 */
export function diagnoseLocked(
  locked: LockedNames | undefined,
  operations: readonly OperationModel[],
  schemas: readonly SchemaModel[],
  fresh: () => ReadonlyMap<RawOperation, OperationName>,
): readonly Diagnostic[] {
  if (locked === undefined) return [];
  const renamed = [
    ...operations.map((one) => ({
      before: locked.operations[operationIdentity(one)],
      name: memberOf(one.name),
      pointer: one.origin.pointer,
    })),
    ...schemas.map(({ identity, name, node }) => ({
      before: locked.models[identity],
      name,
      pointer: node.origin.pointer,
    })),
  ];
  return [
    ...renamed.flatMap(({ before, name, pointer }) =>
      before === undefined || before === name ? [] : [diagnostic("names/renamed", pointer, { before, name })],
    ),
    ...diagnoseUnchangedNames(locked, operations, fresh()),
  ];
}

function diagnoseUnchangedNames(
  locked: LockedNames,
  operations: readonly OperationModel[],
  fresh: ReadonlyMap<RawOperation, OperationName>,
): readonly Diagnostic[] {
  const current = new Map([...fresh].map(([raw, name]) => [operationIdentity(raw), memberOf(name)]));
  return operations.flatMap((one) => {
    const [now, name] = [memberOf(one.name), current.get(operationIdentity(one))];
    return locked.operations[operationIdentity(one)] !== now || name === undefined || name === now
      ? []
      : [diagnostic("names/operation-kept", one.origin.pointer, { name: now, preferred: name })];
  });
}

function memberOf({ resource, method }: OperationName): string {
  return `${resource}.${method}`;
}
