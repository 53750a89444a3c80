import type { Document, NormalizedProblem } from "@redocly/openapi-core";
import { type Diagnostic, diagnostic, uniqueDiagnostics } from "../../diagnostics/diagnostic.js";
import type { ContractResolver } from "../contract-resolver.js";
import type { LoadedContract } from "../loaded-contract.js";
import type { Documents } from "../read-documents.js";
import { locateProblem } from "../structural-rules.js";
import { valueAt } from "../walk-tree.js";
import {
  type DanglingReference,
  describeDangling,
  findDangling,
  isDangling,
  isReplaceable,
  placeholderOf,
  replaceDangling,
} from "./dangling-references.js";
import { refuse } from "./refuse-problems.js";
import { repairOverlay } from "./repair-overlay.js";

/** Selects operations of a contract. */
export type Select = (contract: LoadedContract) => LoadedContract;

/** What decides about references without a target. */
export interface JudgeOptions {
  readonly color: boolean;
  /** Each is replaced, with a warning. */
  readonly lenient: boolean;
  /** Those that it takes out of the contract do not matter. */
  readonly select: Select | undefined;
  /** Reference → what it is used as. */
  readonly kinds: ReadonlyMap<object, string>;
  /** The root. */
  readonly document: Document;
}

/** What becomes of the references without a target that are not refused. */
export interface JudgedReferences {
  /** The problems with them. */
  readonly replaceable: ReadonlySet<NormalizedProblem>;
  /** Replaces their values in the parsed documents, and describes those that stay replaced. */
  readonly replace: () => readonly Diagnostic[];
  /**
   * The selected part of the bundled contract.
   *
   * @throws UserError (3) where that part has such a reference, unless they are replaced.
   */
  readonly select: Select;
}

/**
 * Refuses the errors of a contract, unless all of them are references without a target that are replaced, or that may be in the part
 * that a selection takes out: that is known when the contract is bundled.
 *
 * @throws UserError (3).
 */
export function judgeErrors(
  errors: readonly NormalizedProblem[],
  contract: { readonly documents: Documents; readonly resolver: ContractResolver },
  { color, lenient, select, kinds, document }: JudgeOptions,
): JudgedReferences {
  const { resolver } = contract;
  const dangling = findDangling(errors, kinds, contract);
  const replaced = lenient ? dangling.filter(isReplaceable) : [];
  const waiting = lenient || select === undefined ? [] : dangling.filter(canWait);
  const replaceable = new Set([...replaced, ...waiting].map(({ origin }) => origin));
  if (errors.some((problem) => !replaceable.has(problem))) {
    const lasting = new Set(replaced.map(({ origin }) => origin));
    const open = errors.filter((problem) => !lasting.has(problem));
    refuse(describeDangling(open, contract), color, document, {
      overlay: repairOverlay(dangling, document, errors.filter(isDangling).length),
      canBeLenient: !lenient && dangling.some(isReplaceable),
      hasIrreplaceable: !dangling.every(isReplaceable),
    });
  }
  const held = new HeldReferences(waiting, resolver);
  return {
    replaceable,
    replace: () => {
      replaceDangling(waiting, resolver);
      return replaceDangling(replaced, resolver);
    },
    select: (whole) => {
      const selected = select?.(whole) ?? whole;
      const left = held.leftIn(selected.document, whole.document);
      if (left.length > 0) {
        held.restore();
        const problems = left.map(({ problem }) => problem);
        refuse(problems, color, document, {
          overlay: repairOverlay(left, document, left.length),
          canBeLenient: true,
          hasIrreplaceable: false,
        });
      }
      const others = uniqueDiagnostics(waiting.map(describeUnselected));
      return { ...selected, diagnostics: [...selected.diagnostics, ...others] };
    },
  };
}

/**
 * Whether a selection decides if a reference matters. What a path item leads to can be an operation that is selected, and a link is
 * in an object that a selection copies: nothing tells of them.
 */
function canWait(reference: DanglingReference): boolean {
  return isReplaceable(reference) && reference.kind !== "PathItem" && reference.kind !== "Link";
}

/** References without a target, and how to find them again when the contract is bundled. */
class HeldReferences {
  readonly #marked: readonly {
    readonly reference: DanglingReference;
    /** Nothing stands for the value. */
    readonly isOmitted: boolean;
    /** An object keeps its identity when its value is replaced, and so does the list that a value is omitted from. */
    readonly mark: object | undefined;
  }[];
  readonly #written: readonly { readonly node: object; readonly copy: object }[];

  /** @param found - before they are replaced. */
  constructor(found: readonly DanglingReference[], resolver: ContractResolver) {
    this.#marked = found.map((reference) => {
      const isOmitted = placeholderOf(reference.kind) === undefined;
      const mark = isOmitted ? holderOf(reference.node, resolver) : reference.cause;
      return { reference, isOmitted, mark };
    });
    const changed = found
      .flatMap(({ node, cause }) => [node, cause])
      .flatMap((node) => [node, holderOf(node, resolver) ?? node]);
    this.#written = [...new Set(changed)].map((node) => ({
      node,
      copy: Array.isArray(node) ? [...(node as unknown[])] : { ...node },
    }));
  }

  /** Those that a selection of a bundled document still has. */
  leftIn(selected: object, whole: object): readonly DanglingReference[] {
    if (this.#marked.length === 0) return [];
    const [left, all] = [objectsOf(selected), objectsOf(whole)];
    return this.#marked
      .filter(({ mark, isOmitted }) => {
        if (mark === undefined) return true;
        // What is in neither counts as left, but for an omitted component: each reference to it is one of these.
        return left.has(mark) || (!isOmitted && !all.has(mark));
      })
      .map(({ reference }) => reference);
  }

  /** Gives the parsed documents back what was replaced: a refusal shows them as they were written. */
  restore(): void {
    for (const { node, copy } of this.#written) {
      if (Array.isArray(node)) node.length = 0;
      else for (const name of Object.keys(node)) Reflect.deleteProperty(node, name);
      Object.assign(node, copy);
    }
  }
}

function describeUnselected({ problem }: DanglingReference): Diagnostic {
  return locateProblem(problem, (pointer) =>
    diagnostic("reference/unselected", pointer, { problem: problem.message }),
  );
}

/** What an object is in, in its source. */
function holderOf(node: object, resolver: ContractResolver): object | undefined {
  const { source, keys = [] } = resolver.originOf(node) ?? {};
  const document = source && resolver.documentOf(source);
  const holder = valueAt(document?.parsed, keys.slice(0, -1));
  return typeof holder === "object" && holder !== null ? holder : undefined;
}

/** The objects and lists of a document. */
function objectsOf(document: object): ReadonlySet<object> {
  const found = new Set<object>([document]);
  // A set goes on with what is added while it is walked.
  for (const node of found)
    for (const child of Object.values(node) as readonly unknown[])
      if (typeof child === "object" && child !== null) found.add(child);
  return found;
}
