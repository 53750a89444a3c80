import type { ts as Ts } from "ts-morph";
import type { ClientDeclarations, ClientName } from "./client-declarations.js";
import type { Compiler } from "./consumer-project.js";

/** A member of a client that a value brings along where it is passed on. */
export interface FlowUse extends ClientName {
  readonly kind: "read" | "write";
}

/** Types that a value is passed on through before everything in it counts as used. */
const MOST_LEVELS = 8;

/** Objects that are listed member by member for one value. */
const MOST_OBJECTS = 5000;

/**
 * Finds what is used of a client when a value of one type is passed on as another. Members that the other type names are read;
 * where it names none (`any`, `unknown`, `object`), everything in the value is. Values of a client's own types are passed on
 * without a use: what is done with them is seen where it is done.
 */
export class ValueFlow {
  readonly #compiler: Compiler;
  readonly #checker: Ts.TypeChecker;
  readonly #declarations: ClientDeclarations;
  readonly #flows = new Map<Ts.Type, Map<Ts.Type, readonly FlowUse[]>>();
  readonly #wholes = new Map<Ts.Type, readonly FlowUse[]>();

  constructor(compiler: Compiler, checker: Ts.TypeChecker, declarations: ClientDeclarations) {
    this.#compiler = compiler;
    this.#checker = checker;
    this.#declarations = declarations;
  }

  /** What is used where a value is passed on as the type that is expected there. */
  flow(from: Ts.Type, to: Ts.Type, level = 0): readonly FlowUse[] {
    if (from === to) return [];
    const known = this.#flows.get(from) ?? new Map<Ts.Type, readonly FlowUse[]>();
    this.#flows.set(from, known);
    const found = known.get(to);
    if (found !== undefined) return found;
    // Types that contain themselves end here.
    known.set(to, []);
    const uses = level > MOST_LEVELS ? this.whole(from, "read") : this.#compare(from, to, level + 1);
    known.set(to, uses);
    return uses;
  }

  #compare(from: Ts.Type, to: Ts.Type, level: number): readonly FlowUse[] {
    const { TypeFlags } = this.#compiler;
    if (this.#isOpaque(to)) return this.whole(from, "read");
    if ((from.flags & TypeFlags.Any) !== 0) return this.whole(to, "write");
    if (from.isUnion()) return from.types.flatMap((one) => this.flow(one, to, level));
    if (to.isUnion()) return this.#intoUnion(from, to.types, level);
    if (!isStructured(this.#compiler, from) || !isStructured(this.#compiler, to)) return [];
    // A sequence of pages is a promise too: where it is iterated, its elements count.
    const elements = this.#elementsOf(from);
    const elementsTo = this.#elementsOf(to);
    if (elements !== undefined && elementsTo !== undefined) return this.flow(elements, elementsTo, level);
    const awaited = this.#checker.getAwaitedType(from);
    const awaitedTo = this.#checker.getAwaitedType(to);
    if (awaited !== undefined && awaitedTo !== undefined && awaited !== from)
      return this.flow(awaited, awaitedTo, level);
    if (from.getSymbol() === to.getSymbol() && this.#argumentsOf(from).length > 0)
      return this.#ofArguments(this.#argumentsOf(from), this.#argumentsOf(to), level);
    if (from.getSymbol() === to.getSymbol() && this.#declarations.isModel(from.getSymbol())) return [];
    return [...this.#ofCalls(from, to, level), ...this.#ofMembers(from, to, level)];
  }

  /** Whether a type shows nothing of what is done with its values. */
  #isOpaque(type: Ts.Type): boolean {
    const { TypeFlags } = this.#compiler;
    if ((type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) !== 0) return true;
    if ((type.flags & TypeFlags.TypeParameter) !== 0) return true;
    return (
      (type.flags & TypeFlags.Object) !== 0 &&
      type.getProperties().length === 0 &&
      type.getCallSignatures().length === 0 &&
      type.getConstructSignatures().length === 0 &&
      this.#checker.getIndexInfosOfType(type).length === 0
    );
  }

  #intoUnion(from: Ts.Type, types: readonly Ts.Type[], level: number): readonly FlowUse[] {
    if (types.includes(from)) return [];
    return types.flatMap((one) => this.flow(from, one, level));
  }

  /** What members a function can read by their names in a value that it gets: those of its elements, of what it resolves to. */
  contentOf(type: Ts.Type): Ts.Type {
    const awaited = this.#checker.getAwaitedType(type) ?? type;
    return this.#elementsOf(type) ?? this.#elementsOf(awaited) ?? awaited;
  }

  /** The elements of a list, or of what can be iterated like one. */
  #elementsOf(type: Ts.Type): Ts.Type | undefined {
    if (this.#checker.isArrayLikeType(type))
      return this.#checker.getIndexTypeOfType(type, this.#compiler.IndexKind.Number);
    const name = type.getSymbol()?.name;
    return ITERABLE.has(name) ? this.#argumentsOf(type)[0] : undefined;
  }

  #argumentsOf(type: Ts.Type): readonly Ts.Type[] {
    if (type.aliasTypeArguments !== undefined && type.aliasSymbol === type.getSymbol())
      return type.aliasTypeArguments;
    const { ObjectFlags, TypeFlags } = this.#compiler;
    const isObject = (type.flags & TypeFlags.Object) !== 0;
    return isObject && ((type as Ts.ObjectType).objectFlags & ObjectFlags.Reference) !== 0
      ? this.#checker.getTypeArguments(type as Ts.TypeReference)
      : [];
  }

  #ofArguments(from: readonly Ts.Type[], to: readonly Ts.Type[], level: number): readonly FlowUse[] {
    return from.flatMap((one, index) => {
      const other = to[index];
      return other === undefined ? [] : this.flow(one, other, level);
    });
  }

  /** A function that is passed on: it gets what it will be given, and gives what it returns. */
  #ofCalls(from: Ts.Type, to: Ts.Type, level: number): readonly FlowUse[] {
    const [own] = from.getCallSignatures();
    const [expected] = to.getCallSignatures();
    if (own === undefined || expected === undefined) return [];
    const parameters = own.parameters.flatMap((parameter, index) => {
      const given = expected.parameters[index];
      const isRest = index === own.parameters.length - 1 && isRestParameter(this.#compiler, parameter);
      const all = isRest ? expected.parameters.slice(index) : given === undefined ? [] : [given];
      const type = this.#typeOf(parameter);
      const taken = isRest ? (this.#elementsOf(type) ?? type) : type;
      return all.flatMap((one) => this.flow(this.#typeOf(one), taken, level));
    });
    return [...parameters, ...this.flow(own.getReturnType(), expected.getReturnType(), level)];
  }

  #ofMembers(from: Ts.Type, to: Ts.Type, level: number): readonly FlowUse[] {
    const named = to.getProperties().flatMap((expected) => {
      const own = this.#checker.getPropertyOfType(from, expected.name);
      if (own === undefined) return [];
      return [
        ...this.#named(own, "read"),
        ...this.#named(expected, "write"),
        ...this.flow(this.#typeOf(own), this.#typeOf(expected), level),
      ];
    });
    const index = this.#checker.getIndexTypeOfType(to, this.#compiler.IndexKind.String);
    if (index === undefined) return named;
    const rest = from
      .getProperties()
      .flatMap((own) => [...this.#named(own, "read"), ...this.flow(this.#typeOf(own), index, level)]);
    return [...named, ...rest];
  }

  #named(symbol: Ts.Symbol, kind: FlowUse["kind"]): readonly FlowUse[] {
    return this.#declarations
      .namesOf(symbol)
      .filter(({ member }) => member !== undefined)
      .map((name) => ({ ...name, kind }));
  }

  #typeOf(symbol: Ts.Symbol): Ts.Type {
    return this.#checker.getTypeOfSymbol(symbol);
  }

  /** Everything in a value: it goes where nothing shows what is done with it. */
  whole(type: Ts.Type, kind: FlowUse["kind"]): readonly FlowUse[] {
    if (kind === "write") return this.#list(type, kind);
    const known = this.#wholes.get(type);
    if (known !== undefined) return known;
    const uses = this.#list(type, kind);
    this.#wholes.set(type, uses);
    return uses;
  }

  #list(root: Ts.Type, kind: FlowUse["kind"]): readonly FlowUse[] {
    const uses: FlowUse[] = [];
    const seen = new Set<Ts.Type>([root]);
    for (const type of seen) {
      if (seen.size > MOST_OBJECTS) break;
      const add = (one: Ts.Type) => seen.add(one);
      if (type.isUnionOrIntersection()) type.types.forEach(add);
      if (!isStructured(this.#compiler, type)) continue;
      this.#argumentsOf(type).forEach(add);
      type.aliasTypeArguments?.forEach(add);
      for (const signature of type.getCallSignatures()) add(signature.getReturnType());
      if (!this.#isListed(type)) continue;
      for (const property of type.getProperties()) {
        uses.push(...this.#named(property, kind));
        add(this.#typeOf(property));
      }
      for (const { type: value } of this.#checker.getIndexInfosOfType(type)) add(value);
    }
    return uses;
  }

  /** Whether the members of a type are those of the contract or of the consumer: not those of a library or the runtime. */
  #isListed(type: Ts.Type): boolean {
    const declarations = type.getSymbol()?.declarations ?? [];
    if (type.isIntersection() || this.#declarations.isModel(type.getSymbol())) return true;
    return !declarations.some((one) => {
      const file = one.getSourceFile();
      return file.isDeclarationFile || this.#declarations.isOfClient(file);
    });
  }
}

/** Types of the standard library that stand for a list of their first type argument. */
const ITERABLE: ReadonlySet<string | undefined> = new Set([
  "AsyncGenerator",
  "AsyncIterable",
  "AsyncIterableIterator",
  "Generator",
  "Iterable",
  "IterableIterator",
  "PageSequence",
  "ReadonlySet",
  "Set",
]);

function isStructured(compiler: Compiler, type: Ts.Type): boolean {
  const { TypeFlags } = compiler;
  return (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0;
}

function isRestParameter(compiler: Compiler, symbol: Ts.Symbol): boolean {
  const declaration = symbol.valueDeclaration;
  return (
    declaration !== undefined && compiler.isParameter(declaration) && declaration.dotDotDotToken !== undefined
  );
}
