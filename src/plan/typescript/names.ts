import { fileName, isDeviceName } from "../../text/client-files.js";
import { upperFirst } from "../../text/words.js";
import { planPublicRuntime } from "./public-runtime.js";
import { isDescriptorPart } from "./descriptor-parts.js";
import { runtimeNames } from "./runtime-names.js";

/** `cabinets` → `CabinetsResource`: the suffix keeps resources apart from models of the same name, whatever comes. */
export function resourceClassName(resource: string): string {
  return `${upperFirst(resource)}Resource`;
}

/** The class, its options and the function that connects it are exported; nothing else may have one of these names. */
export function classNames(name: string): readonly string[] {
  return [name, `${name}Options`, `connect${name}`];
}

/**
 * `analyticsConfig` → `analytics-config`; two resources never share a file, not even where disks ignore case. A name that
 * no file can have gets a character that no resource has: `aux` → `aux_`.
 */
export function resourceFile(resource: string): string {
  const file = resource.replace(/\p{Lu}/gu, (letter) => `-${letter.toLowerCase()}`);
  return isDeviceName(file) ? `${file}_` : fileName(file);
}

/** ECMAScript reserved words, and those that strict mode and modules add (ECMA-262 section 12.7.2). */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends " +
    "false finally for function if implements import in instanceof interface let new null package private protected " +
    "public return static super switch this throw true try typeof var void while with yield"
  ).split(" "),
);

/** What a method has of its own beside its input: its options, and the descriptors of its resource. */
const OWN = new Set(["operations", "options", "precondition"]);

/** Whether a name can be that of a parameter as it is, beside what the method has of its own. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name) && !RESERVED.has(name) && !OWN.has(name);
}

/** Endings of the constants that are beside an operation's: no operation's own constant has one of them. */
const COMPANIONS = /(?:Paging|Rounds|Limits|Background|Headers)$/;

/**
 * A method's name as that of a constant: `import` → `import_`, `listPaging` → `listPaging_`, `readText`, which descriptors
 * name of the runtime, → `readText_`.
 */
export function constantName(method: string): string {
  const isTaken = RESERVED.has(method) || COMPANIONS.test(method) || isDescriptorPart(method);
  return isTaken ? `${method}_` : method;
}

/** What another resource's operations module is called where it is imported. */
export function operationsAlias(resource: string): string {
  return `${resource}Operations`;
}

/** Names that the platform gives to every module and that a client's class would shadow. */
const GLOBALS = new Set(
  (
    "Array ArrayBuffer AsyncIterable Blob Boolean Date Error File FormData Function Headers Map Number Object Omit " +
    "Promise Proxy Readonly ReadonlyArray ReadableStream Record Reflect RegExp Request Response Set String Symbol " +
    "Uint8Array URL"
  ).split(" "),
);

/** Names that nothing of a client's own can have: the runtime exports them, or the platform has them. */
export function takenNames(): ReadonlySet<string> {
  return new Set([...GLOBALS, ...ownNames()]);
}

/** Type names of a client that do not come from its contract; no schema is given one of them. */
export function reservedTypeNames(client: string): ReadonlySet<string> {
  return new Set([...ownNames(), ...classNames(client)]);
}

/**
 * Names that generated code has beside those of the contract, the runtime's and its own; all of them, also those that this
 * client has no use for: a contract that gets its first scope or webhook must not rename a model.
 */
function ownNames(): ReadonlySet<string> {
  const everything = new Set([...runtimeNames.values()].map(({ module }) => module));
  const handedOn = planPublicRuntime(everything).flatMap(({ values, types }) => [...values, ...types]);
  const webhooks = ["WebhookHeaders", "WebhookPayloads", "WebhookQueries"];
  return new Set([
    ...runtimeNames.keys(),
    ...handedOn,
    "ErrorBodies",
    "Granted",
    "MissingScope",
    "ProblemCode",
    "Requires",
    "Scope",
    ...webhooks,
  ]);
}
