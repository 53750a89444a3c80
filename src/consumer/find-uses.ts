import { relative } from "node:path";
import type { ts as Ts } from "ts-morph";
import type { ConsumerUse, Location, UseKind } from "../diff/consumer/consumer-use.js";
import { byText } from "../text/by-text.js";
import { ClientDeclarations, type ClientName } from "./client-declarations.js";
import type { Compiler, ConsumerProject } from "./consumer-project.js";
import { ValueFlow } from "./value-flow.js";

/**
 * Finds what the files of a project use of generated clients, by the types that the compiler gives: names, members that are read
 * and written, and values that are passed on to where nothing shows what is done with them.
 *
 * @param folder - the consumer's, with `/`; files are named relative to it.
 * @param clients - folders of the clients that count.
 * @param generated - folders of all clients: their own code is not searched.
 */
export function findUses(
  project: ConsumerProject,
  {
    folder,
    clients,
    generated,
  }: Record<"clients" | "generated", readonly string[]> & { readonly folder: string },
): readonly ConsumerUse[] {
  const finder = new UseFinder(project, new ClientDeclarations(project.compiler, clients), folder);
  const skipped = new ClientDeclarations(project.compiler, generated);
  for (const file of project.files) if (!skipped.isOfClient(file)) finder.visit(file);
  return finder.list();
}

class UseFinder {
  readonly #compiler: Compiler;
  readonly #checker: Ts.TypeChecker;
  readonly #declarations: ClientDeclarations;
  readonly #flow: ValueFlow;
  readonly #folder: string;
  readonly #uses = new Map<
    string,
    { readonly use: Omit<ConsumerUse, "locations">; readonly lines: Map<string, Location> }
  >();

  constructor({ compiler, checker }: ConsumerProject, declarations: ClientDeclarations, folder: string) {
    this.#compiler = compiler;
    this.#checker = checker;
    this.#declarations = declarations;
    this.#flow = new ValueFlow(compiler, checker, declarations);
    this.#folder = folder;
  }

  /** The uses, sorted. */
  list(): readonly ConsumerUse[] {
    return [...this.#uses.entries()]
      .sort(([left], [right]) => byText(left, right))
      .map(([, { use, lines }]) => ({
        ...use,
        locations: [...lines.values()].sort(
          (left, right) => byText(left.file, right.file) || left.line - right.line,
        ),
      }));
  }

  /** Collects the uses of a node and of all that is in it. */
  visit(node: Ts.Node): void {
    const ts = this.#compiler;
    if (ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isPrivateIdentifier(node))
      this.#visitName(node);
    if (ts.isBindingElement(node)) this.#visitBinding(node);
    else if (ts.isObjectLiteralExpression(node)) this.#visitLiteral(node);
    else if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node))
      this.#visitSpread(node);
    else if (ts.isElementAccessExpression(node)) this.#visitElement(node);
    else if (ts.isForInStatement(node)) this.#addWhole(node.expression);
    else if (ts.isCallExpression(node)) this.#visitKeys(node);
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
      this.#addKeys(this.#typeAt(node.right), this.#typeAt(node.left), node.left);
    else if (ts.isAsExpression(node) || ts.isTypeAssertionExpression(node) || ts.isSatisfiesExpression(node))
      this.#addFlow(node, this.#typeAt(node.expression), this.#checker.getTypeFromTypeNode(node.type));
    else if (ts.isTypeNode(node)) this.#visitType(node);
    if (ts.isExpression(node)) this.#visitValue(node);
    ts.forEachChild(node, (child) => {
      this.visit(child);
    });
  }

  /** A mention of a declaration, or the name of a member that is accessed. */
  #visitName(node: Ts.Identifier | Ts.PrivateIdentifier | Ts.StringLiteralLike): void {
    const symbol = this.#checker.getSymbolAtLocation(node);
    if (symbol === undefined) return;
    const target =
      (symbol.flags & this.#compiler.SymbolFlags.Alias) === 0
        ? symbol
        : this.#checker.getAliasedSymbol(symbol);
    this.#addNamed(target, this.#isWritten(node) ? "write" : "read", node);
  }

  /** Whether a member is the target of an assignment: `update.reason = text`. */
  #isWritten(node: Ts.Node): boolean {
    const ts = this.#compiler;
    const access = node.parent;
    if (!ts.isPropertyAccessExpression(access) && !ts.isElementAccessExpression(access)) return false;
    const { parent } = access;
    return (
      ts.isBinaryExpression(parent) &&
      parent.left === access &&
      parent.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
      parent.operatorToken.kind <= ts.SyntaxKind.LastAssignment
    );
  }

  /** `const { name, ...others } = cabinet`. */
  #visitBinding(node: Ts.BindingElement): void {
    const ts = this.#compiler;
    if (!ts.isObjectBindingPattern(node.parent) || node.dotDotDotToken !== undefined) return;
    const name = node.propertyName ?? node.name;
    const type = this.#typeAt(node.parent);
    if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) this.#addMember(type, name.text, "read", node);
    else if (ts.isComputedPropertyName(name)) this.#addKeys(type, this.#typeAt(name.expression), node);
  }

  /** An object that is made where a type of the client is expected; or one that values are assigned from. */
  #visitLiteral(node: Ts.ObjectLiteralExpression): void {
    const ts = this.#compiler;
    const isTarget = ts.isBinaryExpression(node.parent) && node.parent.left === node;
    const type = isTarget ? this.#typeAt(node.parent.right) : this.#checker.getContextualType(node);
    if (type === undefined) return;
    if (!isTarget) this.#addMade(type, node);
    for (const property of node.properties) {
      const name = property.name;
      if (name === undefined) continue;
      if (ts.isComputedPropertyName(name)) this.#addFlow(property, this.#anyType(), type);
      else this.#addMember(type, name.text, isTarget ? "read" : "write", property);
    }
  }

  /** An object of a type of the client: it must have what the type requires. */
  #addMade(type: Ts.Type, node: Ts.Node): void {
    const names = (type.isUnion() ? type.types : [type]).flatMap((one) =>
      this.#declarations.namesOf(one.aliasSymbol ?? one.getSymbol()),
    );
    this.#add(
      names.filter(({ member }) => member === undefined).map((name) => ({ ...name, kind: "write" })),
      node,
    );
  }

  #anyType(): Ts.Type {
    return this.#checker.getAnyType();
  }

  /** All members are read; and written, where a type of the client is expected. */
  #visitSpread({ parent, expression }: Ts.JsxSpreadAttribute | Ts.SpreadAssignment | Ts.SpreadElement): void {
    const ts = this.#compiler;
    if (!ts.isObjectLiteralExpression(parent) && !ts.isJsxAttributes(parent)) return;
    const type = this.#typeAt(expression);
    const expected = this.#checker.getContextualType(parent);
    if (expected === undefined) this.#addWhole(expression);
    else this.#addFlow(expression, type, expected);
  }

  /** `deal[name]`: one member where the name is a literal, otherwise any. */
  #visitElement({ expression, argumentExpression }: Ts.ElementAccessExpression): void {
    if (this.#compiler.isStringLiteralLike(argumentExpression)) return;
    this.#addKeys(this.#typeAt(expression), this.#typeAt(argumentExpression), argumentExpression);
  }

  /** `pluck(deals, "stage")`, `pick(deal, ["stage", "tags"])`: members that a function gets by their names. */
  #visitKeys({ arguments: given }: Ts.CallExpression): void {
    const ts = this.#compiler;
    const nodes = given.flatMap((one) => (ts.isArrayLiteralExpression(one) ? [...one.elements] : [one]));
    const keys = nodes.flatMap((node) => {
      const type = this.#typeAt(node);
      const types = type.isUnion() ? type.types : [type];
      return types.flatMap((one) => (one.isStringLiteral() ? [{ node, name: one.value }] : []));
    });
    if (keys.length === 0) return;
    for (const value of given) {
      const type = this.#flow.contentOf(this.#typeAt(value));
      for (const { node, name } of keys) if (node !== value) this.#addMember(type, name, "read", node);
    }
  }

  #addKeys(type: Ts.Type, key: Ts.Type, node: Ts.Node): void {
    const { TypeFlags } = this.#compiler;
    const keys = key.isUnion() ? key.types : [key];
    if (keys.every((one) => one.isStringLiteral()))
      for (const one of keys) this.#addMember(type, one.isStringLiteral() ? one.value : "", "read", node);
    else if (!keys.every((one) => (one.flags & TypeFlags.NumberLike) !== 0))
      this.#add(this.#flow.whole(type, "read"), node);
  }

  /** `Deal["stage"]`, `Pick<Deal, "stage">`, `keyof Deal`. */
  #visitType(node: Ts.TypeNode): void {
    const ts = this.#compiler;
    const typeOf = (one: Ts.TypeNode) => this.#checker.getTypeFromTypeNode(one);
    if (ts.isIndexedAccessTypeNode(node))
      this.#addKeys(typeOf(node.objectType), typeOf(node.indexType), node);
    else if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword)
      this.#add(this.#flow.whole(typeOf(node.type), "read"), node);
    else if (ts.isTypeReferenceNode(node)) {
      const [object, ...keys] = node.typeArguments ?? [];
      if (object === undefined) return;
      for (const key of keys) {
        const type = typeOf(key);
        for (const one of type.isUnion() ? type.types : [type])
          if (one.isStringLiteral()) this.#addMember(typeOf(object), one.value, "read", key);
      }
    }
  }

  /** A value where another type is expected. */
  #visitValue(node: Ts.Expression): void {
    const ts = this.#compiler;
    if (ts.isObjectLiteralExpression(node) || ts.isFunctionLike(node) || ts.isParenthesizedExpression(node))
      return;
    if (ts.isSpreadElement(node) || ts.isOmittedExpression(node) || this.#isLiteral(node)) return;
    if (this.#isDestructured(node) || this.#isCollected(node) || this.#isReceiver(node)) return;
    const expected = this.#checker.getContextualType(node);
    if (expected !== undefined) this.#addFlow(node, this.#typeAt(node), expected);
    this.#visitGeneric(node);
  }

  /** `const { name } = await api.cabinets.get(id)`: the members that are named count, not the whole. */
  #isDestructured(node: Ts.Expression): boolean {
    const ts = this.#compiler;
    const { parent } = node;
    if (
      ts.isAwaitExpression(parent) ||
      ts.isParenthesizedExpression(parent) ||
      ts.isNonNullExpression(parent)
    )
      return this.#isDestructured(parent);
    if (ts.isBindingElement(parent)) return !ts.isIdentifier(parent.name);
    const isDeclared = ts.isVariableDeclaration(parent) || ts.isParameter(parent);
    return isDeclared && parent.type === undefined && !ts.isIdentifier(parent.name);
  }

  /** `const deals = []; deals.push(deal)`: the list gets the type of what is put into it. */
  #isCollected(node: Ts.Expression): boolean {
    const ts = this.#compiler;
    const call = node.parent;
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return false;
    const list = this.#checker.getSymbolAtLocation(call.expression.expression)?.valueDeclaration;
    if (list === undefined || !ts.isVariableDeclaration(list) || list.type !== undefined) return false;
    const { initializer } = list;
    return (
      initializer !== undefined &&
      ts.isArrayLiteralExpression(initializer) &&
      initializer.elements.length === 0
    );
  }

  /** `api.pets.list.bind(api.pets)`: the object of the method, which the method alone uses. */
  #isReceiver(node: Ts.Expression): boolean {
    const ts = this.#compiler;
    const call = node.parent;
    if (!ts.isCallExpression(call) || call.arguments[0] !== node) return false;
    const { expression: callee } = call;
    if (!ts.isPropertyAccessExpression(callee) || !/^(?:apply|bind|call)$/u.test(callee.name.text))
      return false;
    return this.#typeAt(callee.expression).getCallSignatures().length > 0;
  }

  #isLiteral(node: Ts.Expression): boolean {
    const ts = this.#compiler;
    return (
      ts.isLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isConditionalExpression(node)
    );
  }

  /**
   * An argument whose type is free: a function with a type parameter of its own does what it likes with the value. Those of the
   * standard library that return it pass it on.
   */
  #visitGeneric(node: Ts.Expression): void {
    const ts = this.#compiler;
    const call = node.parent;
    if (!ts.isCallExpression(call) || call.expression === node) return;
    const declaration = this.#checker.getResolvedSignature(call)?.declaration;
    if (declaration === undefined || ts.isJSDocSignature(declaration)) return;
    const parameter =
      declaration.parameters[Math.min(call.arguments.indexOf(node), declaration.parameters.length - 1)];
    const own = new Set((declaration.typeParameters ?? []).map((one) => one.name.text));
    const type = parameter?.type;
    if (type === undefined || !ts.isTypeReferenceNode(type) || !own.has(type.typeName.getText())) return;
    const isPassedOn =
      /[/\\]lib\.[^/\\]*\.d\.ts$/u.test(declaration.getSourceFile().fileName) &&
      mentions(ts, declaration.type, type.typeName.getText());
    if (!isPassedOn) this.#addWhole(node);
  }

  #typeAt(node: Ts.Node): Ts.Type {
    return this.#checker.getTypeAtLocation(node);
  }

  #addWhole(node: Ts.Expression): void {
    this.#add(this.#flow.whole(this.#typeAt(node), "read"), node);
  }

  #addFlow(node: Ts.Node, from: Ts.Type, to: Ts.Type): void {
    this.#add(this.#flow.flow(from, to), node);
  }

  /** The member of a name, of each type that a union has. */
  #addMember(type: Ts.Type, name: string, kind: "read" | "write", node: Ts.Node): void {
    for (const one of type.isUnion() ? type.types : [type])
      this.#addNamed(this.#checker.getPropertyOfType(one, name), kind, node);
  }

  #addNamed(symbol: Ts.Symbol | undefined, kind: "read" | "write", node: Ts.Node): void {
    const names = this.#declarations.namesOf(symbol);
    this.#add(
      names.map((name) => ({ ...name, kind: name.member === undefined ? "name" : kind })),
      node,
    );
  }

  #add(uses: readonly (ClientName & { readonly kind: UseKind })[], node: Ts.Node): void {
    if (uses.length === 0) return;
    const file = node.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    const location = { file: relative(this.#folder, file.fileName).replaceAll("\\", "/"), line: line + 1 };
    for (const { kind, declaration, member } of uses) {
      const key = `${declaration}\n${member ?? ""}\n${kind}`;
      const known = this.#uses.get(key) ?? {
        use: { kind, declaration, ...(member !== undefined && { member }) },
        lines: new Map<string, Location>(),
      };
      this.#uses.set(key, known);
      known.lines.set(`${location.file}\n${String(location.line)}`, location);
    }
  }
}

/** Whether a type names a type parameter. */
function mentions(ts: Compiler, node: Ts.Node | undefined, name: string): boolean {
  if (node === undefined) return false;
  if (ts.isIdentifier(node) && node.text === name) return true;
  return ts.forEachChild(node, (child) => mentions(ts, child, name) || undefined) === true;
}
