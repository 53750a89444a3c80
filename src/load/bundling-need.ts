import { isMembers, referenceOf, valueAt } from "./walk-tree.js";

/**
 * Tells, while the structural rules run over a contract in one document, whether the bundler would change anything: it
 * repeats the run, and most contracts are what it would make of them. In doubt it would.
 */
export class BundlingNeed {
  /** The mappings of discriminators so far. */
  readonly mappings = new Set<object>();
  readonly #root: unknown;
  #isNeeded = false;

  /** @param root - the parsed document that the run begins with. */
  constructor(root: unknown) {
    this.#root = root;
  }

  /** Whether one of the values so far is one that the bundler rewrites. */
  get isNeeded(): boolean {
    return this.#isNeeded;
  }

  /** An object that the run enters: the bundler replaces examples in files, and the schemas that discriminators name. */
  enter(node: unknown, kind: string): void {
    if (!isMembers(node)) return;
    if (kind === "Example" && Object.hasOwn(node, "externalValue")) this.#isNeeded = true;
    if (kind === "Discriminator" && !this.#isPlain(node["defaultMapping"])) this.#isNeeded = true;
    if (kind === "DiscriminatorMapping") this.mappings.add(node);
    if (kind === "DiscriminatorMapping" && !Object.values(node).every((value) => this.#isPlain(value)))
      this.#isNeeded = true;
  }

  /** A reference that the run leaves; `target` is undefined where it leads to nothing. */
  leave(node: object, kind: string, target: unknown): void {
    const isPlain = referenceOf(node)?.startsWith("#") === true && target !== undefined && kind !== "scalar";
    if (!isPlain) this.#isNeeded = true;
  }

  /** Whether the bundler leaves a value of a mapping as it is: the name of a schema, or a reference to a component. */
  #isPlain(value: unknown): boolean {
    if (typeof value !== "string") return value === undefined;
    if (!/[#/:]|\.(?:ya?ml|json)$/iu.test(value)) return true;
    const [, name] = /^#\/components\/schemas\/([\w.-]+)$/u.exec(value) ?? [];
    if (name === undefined) return false;
    const schema = valueAt(this.#root, ["components", "schemas", name]);
    return isMembers(schema) && referenceOf(schema) === undefined;
  }
}
