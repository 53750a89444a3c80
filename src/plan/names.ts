import { isDeviceName } from "../text/device-name.js";
import { fileName } from "../text/file-name.js";
import { upperFirst } from "../text/words.js";

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

/** Endings of the constants that stand beside an operation's: no operation's own constant has one of them. */
const COMPANIONS = /(?:Paging|Rounds|Limits|Background|Headers)$/;

/** A method's name as that of a constant: `import` → `import_`, `listPaging` → `listPaging_`. */
export function constantName(method: string): string {
  return RESERVED.has(method) || COMPANIONS.test(method) ? `${method}_` : method;
}

/** What another resource's operations module is called where it is imported. */
export function operationsAlias(resource: string): string {
  return `${resource}Operations`;
}
