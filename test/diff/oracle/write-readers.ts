import type { TypePlan } from "../../../src/plan/typescript/type-plan.js";
import { type Declarations, flatten, isDeclared, isOpenType, membersOf, written } from "./caller-types.js";

/*
 * Code that reads what a client gives: every member into a variable of its type as the old client's author knows it, every listed value in
 * a `switch`, every alternative of a discriminated union by its discriminator.
 */

const RESPONSES = ["ApiResponse", "DescribedResponse"];

/** What code that handles every value takes an open type for: a text, a number, an object. */
function widened(types: readonly TypePlan[]): string {
  const parts = types.map((one) => {
    if (one.kind === "literal") return typeof one.value;
    if (one.kind !== "name") return written(one);
    if (one.name === "Unlisted") return "string";
    if (one.name === "UnlistedNumber") return "number";
    return one.name === "OpenUnion" || one.name === "OpenEvent" ? "object" : written(one);
  });
  return [...new Set(parts)].join(" | ");
}

/** Writes readers of types; those of named types are functions, each once. */
export interface Readers {
  /** Statements that read an expression. */
  read(type: TypePlan, expression: string): readonly string[];
  /** The functions that were asked for. */
  functions(): readonly string[];
}

export function createReaders(declarations: Declarations): Readers {
  const functions = new Map<string, readonly string[]>();
  let count = 0;

  return { read, functions: () => [...functions.values()].flat() };

  function variable(): string {
    count += 1;
    return `v${String(count)}`;
  }

  function read(type: TypePlan, expression: string): readonly string[] {
    if (type.kind === "name" && isDeclared(type, declarations)) {
      addFunction(type.name);
      return [`read_${type.name}(${expression});`];
    }
    return readBody(type, expression);
  }

  function addFunction(name: string): void {
    const declared = declarations.get(name);
    if (functions.has(name) || declared === undefined) return;
    functions.set(name, []);
    const body =
      declared.kind === "alias" ? readBody(declared.type, "x") : readMembers({ kind: "name", name }, "x");
    functions.set(name, [`export function read_${name}(x: ${name}): void {`, ...body, "}"]);
  }

  function readBody(type: TypePlan, expression: string): readonly string[] {
    switch (type.kind) {
      case "keyword":
      case "literal":
      case "pattern":
      case "inherited":
      case "member":
        return readScalar(type, expression);
      case "array": {
        const item = variable();
        return [`for (const ${item} of ${expression}) {`, ...read(type.items, item), "}"];
      }
      case "tuple":
        return readTuple(type, expression);
      case "object":
      case "intersection":
        return readMembers(type, expression);
      case "union":
        return readUnion(type, expression);
      case "name":
        return readName(type.name, type.arguments ?? [], type, expression);
    }
  }

  function readScalar(type: TypePlan, expression: string): readonly string[] {
    return [`take<${written(type)}>(${expression});`];
  }

  function readTuple(type: Extract<TypePlan, { kind: "tuple" }>, expression: string): readonly string[] {
    const list = variable();
    return [
      `const ${list} = ${expression};`,
      `take<${String(type.items.length)} | ${type.rest === undefined ? "never" : "number"}>(${list}.length as never);`,
      ...type.items.flatMap((item, index) =>
        item.optional ? [] : read(item.type, `${list}[${String(index)}]`),
      ),
    ];
  }

  function readMembers(type: TypePlan, expression: string): readonly string[] {
    const members = membersOf(type, declarations);
    if (members === undefined) return readScalar(type, expression);
    const object = variable();
    const statements = members.flatMap((member) => {
      if (member.kind === "index") {
        const name = JSON.stringify(`${member.prefix ?? ""}anything`);
        return read(member.others ?? member.type, `${object}[${name}]`);
      }
      const value = `${object}[${JSON.stringify(member.name)}]`;
      return member.optional ? readOptional(member.type, value) : read(member.type, value);
    });
    return [`{ const ${object} = ${expression};`, ...statements, "}"];
  }

  function readOptional(type: TypePlan, expression: string): readonly string[] {
    const value = variable();
    return [
      `{ const ${value} = ${expression};`,
      `if (${value} !== undefined) {`,
      ...read(type, value),
      "} }",
    ];
  }

  function readUnion(type: TypePlan, expression: string): readonly string[] {
    const all = flatten(type);
    const nothing = all.filter(
      (one) => one.kind === "keyword" && (one.name === "null" || one.name === "undefined"),
    );
    const others = all.filter((one) => !nothing.includes(one));
    const value = variable();
    const [only] = others;
    const open = isOpenType(type);
    const whole = [`take<${open ? widened(all) : written(type)}>(${value});`];
    const head = [`{ const ${value} = ${expression};`, ...whole];
    const guard = nothing.map((one) => `${value} !== ${written(one)}`).join(" && ");
    const inner =
      only !== undefined && others.length === 1 ? read(only, value) : readAlternatives(others, value, open);
    return [...head, ...(guard === "" ? inner : [`if (${guard}) {`, ...inner, "}"]), "}"];
  }

  function readAlternatives(types: readonly TypePlan[], value: string, open: boolean): readonly string[] {
    const literals = types.filter((one) => one.kind === "literal");
    const isEnum = types.every(
      (one) => one.kind === "literal" || (one.kind === "name" && one.name.startsWith("Unlisted")),
    );
    if (isEnum && literals.length > 0)
      return [
        `switch (${value}) {`,
        ...literals.map((one) => `case ${JSON.stringify(one.value)}: break;`),
        open ? "default: break;" : `default: take<never>(${value});`,
        "}",
      ];
    const known = types.find(
      (one) => one.kind === "name" && (one.name === "OpenUnion" || one.name === "OpenEvent"),
    );
    if (known !== undefined && types.length === 1) return read(known, value);
    if (types.every((one) => one.kind === "name" && RESPONSES.includes(one.name)))
      return types.flatMap((one) => readResponse(one, value));
    const property = discriminatorOf(types);
    if (property !== undefined) return readDiscriminated(types, property, value);
    // Every alternative has its reader, which code that knows the alternative calls.
    for (const one of types) if (one.kind === "name" && declarations.has(one.name)) addFunction(one.name);
    return types.flatMap((one) => {
      const kind = one.kind === "keyword" ? one.name : undefined;
      const isScalar = kind === "string" || kind === "number" || kind === "bigint" || kind === "boolean";
      if (isScalar && !open)
        return [`if (typeof ${value} === ${JSON.stringify(kind)}) take<${kind}>(${value});`];
      return one.kind === "array" && types.every((other) => other === one || other.kind === "keyword")
        ? [`if (Array.isArray(${value})) {`, ...read(one, value), "}"]
        : [];
    });
  }

  /** The member that is a literal of its own in every alternative. */
  function discriminatorOf(types: readonly TypePlan[]): string | undefined {
    const lists = types.map((one) => membersOf(one, declarations) ?? []);
    const [first = []] = lists;
    return first
      .flatMap((member) => (member.kind === "property" ? [member.name] : []))
      .find((name) => types.every((one) => tagOf(one, name) !== undefined));
  }

  function tagOf(type: TypePlan, name: string): readonly string[] | undefined {
    if (type.kind === "intersection") {
      const tags = type.members.map((part) => tagOf(part, name));
      return tags.findLast((one) => one !== undefined);
    }
    const members = membersOf(type, declarations) ?? [];
    const member = members.find((one) => one.kind === "property" && one.name === name);
    if (member === undefined || (member.kind === "property" && member.optional)) return undefined;
    const values = flatten(member.type);
    const texts = values.flatMap((one) => (one.kind === "literal" ? [JSON.stringify(one.value)] : []));
    return texts.length === values.length ? texts : undefined;
  }

  function readDiscriminated(types: readonly TypePlan[], property: string, value: string): readonly string[] {
    const tagged = types.map((one) => ({ one, tags: tagOf(one, property) ?? [] }));
    const all = tagged.flatMap(({ tags }) => tags);
    // A value that several alternatives have tells nothing.
    const isOwn = (tag: string) => all.indexOf(tag) === all.lastIndexOf(tag);
    const cases = tagged.flatMap(({ one, tags }) => {
      const own = tags.filter(isOwn);
      return own.length === 0
        ? []
        : [...own.map((tag) => `case ${tag}:`), "{", ...read(one, value), "break; }"];
    });
    return [`switch (${value}[${JSON.stringify(property)}]) {`, ...cases, "default: break;", "}"];
  }

  function readName(
    name: string,
    parts: readonly TypePlan[],
    type: TypePlan,
    expression: string,
  ): readonly string[] {
    const [first, second, third] = parts;
    const value = variable();
    const after = (setup: string, ...bodies: (readonly string[])[]) => [
      `{ const ${value} = ${setup};`,
      ...bodies.flat(),
      "}",
    ];
    if (first === undefined) return name.startsWith("Unlisted") ? [] : readScalar(type, expression);
    switch (name) {
      case "Call":
      case "DescribedCall": {
        const response: TypePlan =
          name === "DescribedCall"
            ? { kind: "name", name: "DescribedResponse", arguments: parts }
            : (second ?? { kind: "name", name: "ApiResponse", arguments: [first] });
        return [
          ...after(`await ${expression}`, read(first, value)),
          ...readBody(response, `await ${expression}.withResponse()`),
        ];
      }
      case "StreamCall":
      case "AsyncIterable":
        return [`for await (const ${value} of ${expression}) {`, ...read(first, value), "}"];
      case "PageSequence":
        return [
          `for await (const ${value} of ${expression}) {`,
          ...read(first, value),
          "}",
          `for await (const ${value} of ${expression}.pages()) {`,
          ...(second === undefined ? [] : read(second, `${value}.page`)),
          "}",
        ];
      case "ApiResponse":
        return after(
          expression,
          read(first, `${value}.value`),
          second === undefined ? [] : readStatus(second, value),
        );
      case "DescribedResponse":
        return after(
          expression,
          read(first, `${value}.value`),
          second === undefined ? [] : read(second, `${value}.headerValues`),
          third === undefined ? [] : readStatus(third, value),
        );
      case "Versioned":
        return after(expression, read(first, `${value}.value`), [`take<string>(${value}.etag);`]);
      case "OperationHandle":
        return after(expression, read(first, `(await ${value}.wait()).operation`));
      case "ResultHandle":
        return after(
          expression,
          [`for await (const row of ${value}.results()) {`],
          read(first, "row"),
          ["}"],
          second === undefined ? [] : read(second, `(await ${value}.wait()).operation`),
          third === undefined
            ? []
            : [`for await (const { page } of ${value}.results().pages()) {`, ...read(third, "page"), "}"],
        );
      case "StartedOrDone":
        return after(
          expression,
          [`if (${value}.outcome === "done") {`],
          read(first, `${value}.value`),
          ["} else {"],
          second === undefined ? [] : read(second, `${value}.operation`),
          ["}"],
        );
      case "OpenUnion": {
        const property = second?.kind === "literal" ? String(second.value) : "";
        const known = flatten(first);
        return after(
          expression,
          readShared(known, property, value),
          readDiscriminated(known, property, value),
        );
      }
      default:
        return readScalar(type, expression);
    }
  }

  /** One of several responses, told apart by its status. */
  function readResponse(type: TypePlan, value: string): readonly string[] {
    if (type.kind !== "name") return [];
    const [body, second, third] = type.arguments ?? [];
    const isDescribed = type.name === "DescribedResponse";
    const statuses = flatten((isDescribed ? third : second) ?? { kind: "keyword", name: "number" });
    const known = statuses.flatMap((one) => (one.kind === "literal" ? [String(one.value)] : []));
    if (known.length === 0 || body === undefined) return [];
    return [
      `if (${known.map((one) => `${value}.status === ${one}`).join(" || ")}) {`,
      ...read(body, `${value}.value`),
      ...(isDescribed && second !== undefined ? read(second, `${value}.headerValues`) : []),
      "}",
    ];
  }

  function readStatus(type: TypePlan, value: string): readonly string[] {
    return flatten(type).flatMap((one) =>
      one.kind === "literal"
        ? [`if (${value}.status === ${String(one.value)}) take<number>(${value}.status);`]
        : [],
    );
  }

  /** What all alternatives have is read without telling them apart; an unlisted one may lack it. */
  function readShared(types: readonly TypePlan[], property: string, value: string): readonly string[] {
    const lists = types.map((one) => membersOf(one, declarations) ?? []);
    const [first = [], ...others] = lists;
    return first.flatMap((member) => {
      if (member.kind !== "property" || member.name === property) return [];
      const has = others.every((list) =>
        list.some((one) => one.kind === "property" && one.name === member.name),
      );
      return has ? [`void ${value}[${JSON.stringify(member.name)}];`] : [];
    });
  }
}
