import type { OperationModel } from "../../../../model/api-model.js";
import { byText } from "../../../../text/by-text.js";
import { withoutDenials } from "../../../../text/without-denials.js";
import { words } from "../../../../text/words.js";
import { yamlList } from "../../../../text/yaml-scalar.js";
import { jsonResponse, operationKey } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { listBodyMembers } from "../../traits/body-members.js";
import {
  type CapabilitySource,
  capabilitySources,
  findFlags,
  flagName,
  type FoundFlags,
  lackingParts,
} from "../../traits/capabilities/feature-flags.js";
import { shownMember } from "../../traits/pagination/paths.js";
import { mayHaveFlags, recogniseCapabilities } from "../../traits/capabilities/recognise-capabilities.js";
import { acceptingLines, capabilityLines, type GivenCapabilities, OPEN } from "./capability-lines.js";
import { listed } from "./limit-signs.js";
import { listedFlagsSign } from "./listed-flags-sign.js";
import { type LostSign, operationLines, type SignSource } from "../sign.js";
import { entryOf, undecidedOperations, unneededFlags } from "./unneeded-flags.js";

/** What other lines say of where the server tells what it allows. */
interface CapabilityHints {
  /** What the configuration decides. */
  readonly given: GivenCapabilities;
  /** Lines that name its operation are there: those of its limits. */
  readonly isNamed: boolean;
}

/**
 * Flags that operations need, and that no response has: one sign for all. Flags that the response has not: one for each operation. Flags
 * of a response that no operation needs, or no change: one sign.
 */
export function featureSigns(
  sources: readonly SignSource[],
  reader: SchemaReader,
  { given, isNamed }: CapabilityHints,
): readonly LostSign[] {
  const traited = sources.map(({ operation: model, traits }) => ({ model, traits }));
  const home = findFlags(traited, reader);
  const known = capabilitySources(traited);
  const unknown = unknownFlags(known, { given, isNamed }, reader);
  const described = describedSigns(sources, home, known, unknown);
  if (home === undefined) {
    const hasNone = given === false || given?.features === false;
    const unplaced = hasNone ? [] : unplacedFlags(sources, known, { given, unknown }, reader);
    const isElsewhere = hasNone || unplaced.length + described.length > 0;
    const inList = isElsewhere ? undefined : listedFlagsSign(known, given, reader);
    return [...unplaced, ...described, ...(inList === undefined ? [] : [inList])];
  }
  const { operation: read, flags } = home;
  const undeclared = sources.flatMap(({ operation, traits }): readonly LostSign[] => {
    const names = (traits.features?.facts ?? []).filter((name) => !flags.isOpen && !flags.names.has(name));
    if (names.length === 0) return [];
    return [
      {
        operation,
        trait: "features",
        shown: `it needs ${quoted(names)}`,
        missing: `the response of ${operationKey(read)} has only ${listed([...flags.names])}`,
        lines: operationLines(operation, ['features: ["?"]']),
      },
    ];
  });
  return [
    ...undeclared,
    ...described,
    // Where the contract itself says of an operation which flags it needs, it may mean that the others need none. A text decides nothing.
    ...(sources.some(({ operation }) => operation.features.length > 0)
      ? unneededFlags(sources, home, described, reader)
      : unusedFlags(sources, home, described, acceptingLines(given, known, { features: false }))),
  ];
}

/**
 * The flags of a response, where no extension says of any operation that it needs one: what a person decides, and what a text says, is
 * about the operations that have it, and leaves the others open.
 */
function unusedFlags(
  sources: readonly SignSource[],
  found: FoundFlags,
  described: readonly LostSign[],
  accepting: readonly string[],
): readonly LostSign[] {
  const {
    operation,
    path,
    flags: { names, isOfBooleans, isUndescribed },
  } = found;
  const open = undecidedOperations(sources, found, described);
  const isNamed = names.size > 0;
  if (open.length === 0 || !(isNamed || isOfBooleans || isUndescribed)) return [];
  const isDecided =
    described.length > 0 ||
    sources.some(
      ({ traits, switchedOff }) => traits.features !== undefined || switchedOff.includes("features"),
    );
  const where = path === "" ? "" : ` in "${shownMember(path)}"`;
  const unsaid = isDecided
    ? "nothing says which of them other operations need"
    : "no extension or description of an operation says that it needs one";
  return [
    {
      operation,
      trait: "features",
      shown: `its response ${isNamed ? `has ${quoted([...names])}` : `${isOfBooleans ? "has" : "may have"} flags${where}`}`,
      missing: isNamed ? unsaid : `no schema names the flags, and ${unsaid}`,
      // A flag may switch off any of them.
      lines: ["operations:", ...open.flatMap((one) => entryOf(one, 'features: ["?"]'))],
      meant: isDecided
        ? ["operations:", ...open.flatMap((one) => entryOf(one, "features: false"))]
        : accepting,
    },
  ];
}

/** Lines for flags of which nothing says where they are; none where other lines ask for them. */
function unknownFlags(
  [main, also]: readonly CapabilitySource[],
  { given, isNamed }: CapabilityHints,
  reader: SchemaReader,
): readonly string[] {
  if (main === undefined) return isNamed ? [] : capabilityLines(given);
  const unplaced = (one: CapabilitySource) => ({ ...one, facts: { ...one.facts, features: OPEN } });
  if (also !== undefined && mayHaveFlags(also.model, reader))
    return capabilityLines(given, main, unplaced(also));
  if (also !== undefined || mayHaveFlags(main.model, reader))
    return capabilityLines(given, unplaced(main), also);
  return capabilityLines(given, main, "unknown");
}

function unplacedFlags(
  sources: readonly SignSource[],
  known: readonly CapabilitySource[],
  { given, unknown }: { readonly given: GivenCapabilities; readonly unknown: readonly string[] },
  reader: SchemaReader,
): readonly LostSign[] {
  const needing = sources.filter(
    ({ operation, switchedOff }) => operation.features.length > 0 && !switchedOff.includes("features"),
  );
  const [first] = needing;
  if (first === undefined) return [];
  const [limits] = known;
  const named = new Set(needing.flatMap(({ operation }) => operation.features));
  const others = sources.flatMap(({ operation, switchedOff }) => {
    if (operation === limits?.model || switchedOff.includes("capabilities")) return [];
    const facts = recogniseCapabilities(operation, reader, { version: "" }, named)?.facts;
    return facts?.features === undefined ? [] : [{ model: operation, facts }];
  });
  const [other] = others;
  const added = limits && other && lackingParts(limits.facts, other.facts);
  const more = needing.length - 1;
  const beside =
    more === 0 ? "" : `, and ${String(more)} more ${more === 1 ? "operation does" : "operations do"}`;
  return [
    {
      operation: first.operation,
      trait: "features",
      shown: `it needs ${quoted(first.operation.features)}${beside}`,
      missing:
        limits === undefined || other === undefined
          ? "no response has the flags"
          : `the client reads limits from ${operationKey(limits.model)} alone, and no flags from ${operationKey(other.model)}`,
      lines:
        limits && other && added
          ? capabilityLines(given, limits, { model: other.model, facts: added })
          : unknown,
      meant: acceptingLines(given, known, { features: false }),
    },
  ];
}

/** Flags that only descriptions name, by operation. */
function describedSigns(
  sources: readonly SignSource[],
  home: FoundFlags | undefined,
  known: readonly CapabilitySource[],
  unknown: readonly string[],
): readonly LostSign[] {
  const isSource = (operation: OperationModel) => known.some(({ model }) => model === operation);
  let isPlaced = home !== undefined || sources.some(({ operation }) => operation.features.length > 0);
  return sources.flatMap((source): readonly LostSign[] => {
    const { operation, traits, switchedOff } = source;
    if (operation.features.length > 0 || traits.features !== undefined || isSource(operation)) return [];
    const { names: declared, isOpen } = home?.flags ?? { names: new Set<string>(), isOpen: true };
    const { by, names } = namedFlags(source, declared);
    if (names.length === 0 || switchedOff.includes("features")) return [];
    const fitting = [...new Set(names.map((name) => flagName(name, declared)))];
    const flags = fitting.map((name) => (isOpen || declared.has(name) ? name : "?"));
    const lines = operationLines(operation, [`features: ${yamlList(flags)}`]);
    const more = isPlaced ? [] : unknown;
    isPlaced = true;
    return [
      {
        operation,
        trait: "features",
        shown: `its ${by} names ${quoted(names)}`,
        missing: "no extension says that it must be on",
        lines: [...lines, ...more],
      },
    ];
  });
}

/** Characters of a description that are searched. */
const LONGEST = 4000;

const NAME = "[A-Za-z][\\w.-]{0,60}\\w";

/** Words joined by a mark or by capitals: a sentence that does not call it a flag can speak of anything else. */
const JOINED = "[A-Za-z]\\w{0,30}[._-][\\w.-]{0,30}\\w|[a-z]{1,30}[A-Z]\\w{0,30}";

const marked = (name: string) => `[\`"'“‘](${name})[\`"'”’]`;

/**
 * A condition of the operation, and not of a part of what it does: "available when", "not possible unless". Any case of the first letter:
 * names are told by their capitals.
 */
const CONDITION =
  "(?:\\b(?:[Aa]vailable|[Aa]llowed|[Ee]nabled|[Oo]nly|[Pp]ossible|[Ss]upported|[Ww]orks)\\b[^.;]{0,30}?\\s(?:when|if|while)" +
  "|(?:\\b(?:[Nn]ot|[Nn]ever|[Cc]annot|[Ff]ails?|[Rr]ejected|[Rr]efused|[Ff]orbidden|40[34])|n['’]t)\\b[^.;]{0,40}?\\sunless)";

/** Sentences that say that a flag must be on. */
const SENTENCES: readonly RegExp[] = [
  // requires the feature `agents.write`
  new RegExp(
    `(?:\\b(?:requires?|needs?|behind|gated by|guarded by|controlled by|depends on)|${CONDITION})\\s(?:\\w+\\s){0,3}(?:feature|flag|toggle)s?(?:[ -](?:flag|toggle))?:?\\s${marked(NAME)}`,
    "giu",
  ),
  // needs the `agents.write` feature
  new RegExp(
    `(?:\\b(?:requires?|needs?|behind)|${CONDITION})\\s(?:the\\s)?${marked(NAME)}\\s(?:feature|flag|toggle)\\b`,
    "giu",
  ),
  // available when `agents.write` is enabled
  new RegExp(
    `${CONDITION}\\s(?:the\\s)?${marked(JOINED)}\\sis\\s(?:enabled|on|active|true|(?:switched|turned) on)\\b`,
    "gu",
  ),
  // available when `beta` is enabled for your account
  new RegExp(
    `${CONDITION}\\s(?:the\\s)?${marked(NAME)}\\sis\\s(?:enabled|on|active|(?:switched|turned) on)\\s(?:for|in|on)\\s(?:your|the|this|an?)\\s(?:account|organi[sz]ation|plan|project|subscription|tenant|workspace)\\b`,
    "giu",
  ),
];

/** Flags that an operation says it needs: its description, or its response to callers who may not. */
function namedFlags(
  source: SignSource,
  declared: ReadonlySet<string>,
): { readonly by: string; readonly names: readonly string[] } {
  const { summary = "", description = "", responses } = source.operation;
  const own = flagsNamedIn(withoutDenials(`${summary}\n${description}`.slice(0, LONGEST)), source, declared);
  if (own.length > 0) return { by: "description", names: own };
  const { description: text = "" } = responses.find(({ status }) => status === "403") ?? {};
  const refused = [...declared].filter((name) => isCalledOff(name, text.slice(0, LONGEST), declared));
  // Operations can share a response, which then lists the flags of each.
  return { by: "response 403", names: refused.length === 1 ? refused : [] };
}

/** Whether a text says of a flag of several words that it may be off: "No scope, or `readsEnabled` is off". */
function isCalledOff(name: string, text: string, declared: ReadonlySet<string>): boolean {
  return (
    /[a-z\d][A-Z_.-]/u.test(name) &&
    [...text.matchAll(OFF)].some(([, written = ""]) => flagName(written, declared) === name)
  );
}

const OFF =
  /(\w[\w.-]{0,100}\w)[`"'”’]?\s(?:is|was)\s(?:deactivated|disabled|inactive|not\s(?:active|enabled|on|set|true)|off|(?:switched|turned)\soff)\b/gu;

/**
 * Flags that a text of an operation says it needs. Fields of its request and its response do not count: "If `overlay` is on".
 *
 * @param declared - those that a response has: naming one of several words is enough
 */
function flagsNamedIn(
  text: string,
  { operation, reader }: SignSource,
  declared: ReadonlySet<string>,
): readonly string[] {
  const called = SENTENCES.flatMap((sentence) =>
    [...text.matchAll(sentence)].flatMap(([, name]) => name ?? []),
  );
  const own = called.length === 0 ? new Set<string>() : fieldsOf(operation, reader);
  const named = called.filter(
    (name) => declared.has(flagName(name, declared)) || !own.has(words(lastName(name)).join("_")),
  );
  const spelled = (text.match(/\w[\w.-]*/gu) ?? []).map((word) =>
    // A sentence may end with it.
    flagName(word.replace(/[.-]{1,9}$/u, ""), declared),
  );
  const isNamed = new Set(spelled.filter((word) => !named.some((name) => flagName(name, declared) === word)));
  const known = [...declared].filter((name) => /[a-z\d][A-Z_.-]/u.test(name) && isNamed.has(name));
  return [...new Set([...named, ...known])].sort(byText);
}

/** `accepts_incomplete` of `request.accepts_incomplete`. */
function lastName(name: string): string {
  return name.split(".").at(-1) ?? name;
}

/** The names of what a request and its response have, in one spelling. */
function fieldsOf(operation: OperationModel, reader: SchemaReader): ReadonlySet<string> {
  const bodies = [operation.body?.content[0]?.schema, jsonResponse(operation, reader)?.schema];
  const members = bodies.flatMap((body) => listBodyMembers(body, reader));
  return new Set([
    ...operation.parameters.map(({ name }) => words(name).join("_")),
    ...members.map(({ key }) => key),
  ]);
}

function quoted(names: readonly string[]): string {
  return `the ${names.length === 1 ? "flag" : "flags"} ${listed(names)}`;
}
