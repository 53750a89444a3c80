import {
  bundleDocument,
  detectSpec,
  type Document,
  lintDocument,
  type NormalizedProblem,
  type Source,
} from "@redocly/openapi-core";
import { type Diagnostic, diagnostic, uniqueDiagnostics } from "../diagnostics/diagnostic.js";
import { toPointer } from "../text/json-pointer.js";
import { UserError } from "../text/user-error.js";
import { type ContractReference, readContractReference } from "./contract-reference.js";
import { ContractResolver } from "./contract-resolver.js";
import { digestOf, type Json, type JsonObject, type LoadedContract } from "./loaded-contract.js";
import { bundledTypes, documentTypes, readDialect, SHADOW } from "./document-types.js";
import { type ContractHeader, type FetchSettings, HttpGetter } from "./fetch-document.js";
import { defaultLimits, LoadBudget, type LoadLimits } from "./load-budget.js";
import { type HostAddress, HostAddresses } from "./network-policy.js";
import { normaliseBundle } from "./normalise-bundle.js";
import { findWritten, locatorFor, type Origin, Origins } from "./origins.js";
import type { OverlayFile } from "./overlay/apply-overlays.js";
import { displayName, EditedSource, locateSource } from "./problems/problem-frames.js";
import { readDocuments, readReferenceTargets, type ReferenceTargets } from "./read-documents.js";
import { parseRoot, readRoot } from "./read-root.js";
import { findDeepestReference, findLostReferences, withinStack } from "./problems/reference-problems.js";
import { dropDanglingMappings } from "./problems/dangling-mappings.js";
import {
  judgeErrors,
  type JudgedReferences,
  type JudgeOptions,
  type Select,
} from "./problems/judge-dangling.js";
import { refuse, refuseDeep, refuseLost } from "./problems/refuse-problems.js";
import { createStructuralRun, repairStructure } from "./repair-structure.js";
import { componentSections, readDeclaredComponents } from "./restore-references.js";
import { describeFlaws, judge } from "./structural-rules.js";

/** How a contract is read. Everything has a default: `{}` reads under the strictest policy. */
export interface LoadOptions {
  /** Hosts besides the named one that `$ref`s and redirects may reach, as `host` or `host:port`. */
  readonly allowHosts?: readonly string[];
  /** Header fields for a contract that is not public. They go to the named origin, and to hosts that are named with them. */
  readonly headers?: readonly ContractHeader[];
  /** A reference without a target is a warning: its value is of any type. Default false. */
  readonly lenient?: boolean;
  /** Changes of the root document, in this order. */
  readonly overlays?: readonly OverlayFile[];
  /** Selects operations of the contract: a reference without a target is an error in what it leaves. Default: all. */
  readonly select?: Select;
  /** Colours in code frames. Default false. */
  readonly color?: boolean;
  /** What the contract may cost; each has a default. */
  readonly limits?: Partial<LoadLimits>;
  /** Looks a host's addresses up. Default: as the system does. */
  readonly lookUp?: (hostname: string) => Promise<readonly HostAddress[]>;
  /** Read for the reference `-`. Default: standard input. */
  readonly input?: AsyncIterable<unknown>;
}

/**
 * Reads a contract: fetches it with all that it refers to, checks its structure, bundles it into one document and
 * hashes that.
 *
 * @param reference CONTRACT of the command line: a URL of an API or a document, a file, `-`, `git:REV:PATH`, the
 *   folder of a generated client
 * @throws UserError (2) when the reference is invalid; (3) when the contract cannot be read, parsed,
 *   resolved or generated from, with all problems of the document at once.
 */
export async function loadContract(reference: string, options: LoadOptions = {}): Promise<LoadedContract> {
  const named = readContractReference(reference);
  const budget = new LoadBudget({ ...defaultLimits, ...options.limits });
  const policy = {
    allowHosts: options.allowHosts ?? [],
    ...("url" in named ? { named: named.url } : {}),
  };
  const http = new HttpGetter(new HostAddresses(options.lookUp));
  try {
    return await read(named, { policy, budget, http, headers: options.headers ?? [] }, options);
  } finally {
    http.close();
  }
}

async function read(
  named: ContractReference,
  fetching: FetchSettings,
  { input = process.stdin, color = false, lenient = false, overlays = [], select }: LoadOptions,
): Promise<LoadedContract> {
  const { budget } = fetching;
  const { source, retrievedFrom, diagnostics: found = [] } = await readRoot(named, fetching, input);
  const origins = new Origins();
  const { edit, applied } = await prepareEdit(overlays, budget, origins);
  const parsed = parseRoot(source, budget, origins, { color, edit });
  const { dialect, root } = readDialect(parsed, displayName(source));
  const find = (pointer: string) => findWritten(pointer, root, origins, source);
  const edited = edit === undefined ? source : new EditedSource(source, find);
  const spelling = [...completeVersion(root, dialect, edited), ...describeBlankInfo(root, edited)];

  const resolver = new ContractResolver(fetching, origins);
  const document = { source: edited, parsed: root };
  resolver.adopt(document);
  const declared = readDeclaredComponents(root);
  const { targets, problems, known, replaced, judged } = await checkAndBundle(document, resolver, budget, {
    color,
    lenient,
    select,
  });
  const normalised = normaliseBundle(root, declared, targets);
  budget.requireBearable(normalised, displayName(source));
  budget.requireTime(displayName(source));
  const remaining = problems.filter((problem) => !isUndone(problem, normalised));
  return judged.select({
    document: normalised,
    dialect,
    digest: digestOf(normalised),
    source: displayName(source),
    ...(retrievedFrom === undefined ? {} : { retrievedFrom: retrievedFrom.href }),
    locate: locatorFor(normalised, origins, source),
    longDigits: origins.digits.certain(),
    diagnostics: uniqueDiagnostics([
      ...found,
      ...applied,
      ...spelling,
      ...replaced,
      ...describeFlaws(remaining, known),
    ]),
  });
}

/** What overlays do to the document that the user named; it is loaded for them alone. */
async function prepareEdit(
  overlays: readonly OverlayFile[],
  budget: LoadBudget,
  origins: Origins,
): Promise<{ readonly edit?: (tree: Json) => void; readonly applied: readonly Diagnostic[] }> {
  const applied: Diagnostic[] = [];
  if (overlays.length === 0) return { applied };
  const { applyOverlays } = await import("./overlay/apply-overlays.js");
  const edit = (tree: Json): void => {
    applied.push(...applyOverlays(tree, overlays, { budget, origins }));
  };
  return { edit, applied };
}

/** `openapi: 3.1` without a patch number, or as a YAML number, is common and clear: it is written out for the bundler. */
function completeVersion(
  root: Record<string, unknown>,
  dialect: LoadedContract["dialect"],
  source: Source,
): readonly Diagnostic[] {
  const version = root["openapi"];
  if (typeof version === "string" && version.startsWith(`${dialect}.`)) return [];
  const full = `${dialect}.0`;
  root["openapi"] = full;
  const pointer = "#/openapi";
  const found = diagnostic("document/version", pointer, { version: String(version), full });
  return [{ ...found, location: locateSource({ source, pointer }) }];
}

/** A title or version that is blank says as little as one that is missing. */
function describeBlankInfo({ info }: Record<string, unknown>, source: Source): readonly Diagnostic[] {
  if (typeof info !== "object" || info === null) return [];
  const fields = info as Readonly<Record<string, unknown>>;
  return ["title", "version"].flatMap((name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (typeof value !== "string" || value.trim() !== "") return [];
    const pointer = `#/info/${name}`;
    const found = diagnostic("document/info", pointer, {
      problem: `The field \`${name}\` must not be empty.`,
    });
    return [{ ...found, location: locateSource({ source, pointer }) }];
  });
}

/** Checks the structure of all documents, repairs what can be, and bundles them into the root, in place. */
async function checkAndBundle(
  document: Document<Record<string, unknown>>,
  resolver: ContractResolver,
  budget: LoadBudget,
  options: Required<Pick<LoadOptions, "color" | "lenient">> & Pick<JudgeOptions, "select">,
): Promise<{
  readonly targets: ReferenceTargets;
  readonly problems: readonly NormalizedProblem[];
  /** Those whose value is read as another version of OpenAPI has it. */
  readonly known: ReadonlySet<NormalizedProblem>;
  /** Of references and mappings that have no target. */
  readonly replaced: readonly Diagnostic[];
  readonly judged: Pick<JudgedReferences, "select">;
}> {
  const { color } = options;
  const documents = await readDocuments(document, resolver);
  refuseLost(findLostReferences(documents, resolver), color, document);
  const { config, inlined, kinds, lost, need } = await createStructuralRun(document.parsed);
  const shadows: NormalizedProblem[] = [];
  const types = documentTypes(detectSpec(document.parsed), (node) => {
    shadows.push(shadowProblem(resolver.originOf(node) ?? { source: document.source, keys: [] }));
  });
  const refuseDepth = () => refuseDeep(findDeepestReference(document, documents, resolver), color, document);
  const refuseCircle = (): never => {
    throw new UserError(3, "A $ref of the contract leads back to itself.", {
      where: displayName(document.source),
      remedy: "Let each $ref lead to a value.",
    });
  };
  const found = await withinStack(
    () => lintDocument({ document, config, externalRefResolver: resolver, customTypes: types }),
    refuseDepth,
    refuseCircle,
  );
  const errors = found.filter((problem) => judge(problem) === "error");
  const judged = judgeErrors(errors, { documents, resolver }, { ...options, kinds: lost, document });
  const dropped = await dropDanglingMappings(need.mappings, documents, resolver);
  const replaced = [...dropped, ...judged.replace()];
  if (documents.size > 1) {
    const parsed = [...documents.values()].map((each) => each.parsed);
    budget.requireInlinable(parsed, inlined, displayName(document.source));
  }
  budget.requireTime(displayName(document.source));
  const { known, misused, tookOut } = repairStructure(found, resolver, kinds);
  refuse(misused, color, document);
  const targets = readReferenceTargets(documents, resolver);
  const isWhole = documents.size === 1 && !need.isNeeded && !tookOut;
  const { problems } = isWhole
    ? { problems: [] }
    : await withinStack(
        () => bundleDocument({ document, config, externalRefResolver: resolver, types: bundledTypes(types) }),
        refuseDepth,
        refuseCircle,
      );
  refuse(
    problems.filter((problem) => problem.severity === "error" && judge(problem) !== "elsewhere"),
    color,
    document,
  );
  const warnings = [...found, ...shadows, ...problems].filter((problem) => judge(problem) !== "elsewhere");
  const remaining = warnings.filter((problem) => !judged.replaceable.has(problem));
  return { targets, problems: remaining, known, replaced, judged };
}

/** A member that was taken out because the library would fail on it. */
function shadowProblem({ source, keys }: Origin): NormalizedProblem {
  return {
    message: `Property \`${SHADOW}\` is not expected here. The value is ignored.`,
    ruleId: "struct",
    severity: "warn",
    location: [{ source, pointer: toPointer([...keys, SHADOW]), reportOnKey: true }],
    suggest: [],
  };
}

/**
 * Whether a problem is that the bundler gave a component another name, and no component of the finished document has that
 * name: it had added one for something that is known by its declared name, or by its place.
 */
function isUndone({ message }: NormalizedProblem, document: JsonObject): boolean {
  const [, name] =
    /^Two schemas are referenced with the same name .* Renamed .+ to (.+)\.$/u.exec(message) ?? [];
  if (name === undefined) return false;
  return !componentSections(document).some(([, components]) => Object.hasOwn(components, name));
}
