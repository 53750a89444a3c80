import { posix } from "node:path";
import type { ClassMethodPlan, ClientPlan, ImportPlan } from "../plan/typescript/client-plan.js";
import type { DeclarationPlan, MemberPlan, TypePlan } from "../plan/typescript/type-plan.js";
import { ConstantReference, isIdentifier } from "../text/constant-reference.js";
import { clientImports } from "./views/class-views.js";
import { connectName, optionsName } from "./views/connect-view.js";
import type { EmittedFile } from "./emitted-client.js";
import { indexExports } from "./export-lines.js";
import { emittedModule } from "./print-declarations.js";
import { webhookDeclarations } from "./print-webhooks.js";

/** The names of a source file, as the views say that it is printed. */
interface FileNames {
  /** Relative to the client's root, without extension. */
  readonly module: string;
  /** Names that the file declares and exports. */
  readonly declares: readonly string[];
  readonly imports: readonly ImportPlan[];
  /** Names that it uses: `Pet`, `call`; a constant of an imported module as `operations.list`. */
  readonly uses: readonly string[];
  /** Methods of the file's class. */
  readonly methods?: readonly string[];
}

/**
 * Checks that the client's files fit together, so that no client is written that cannot compile: a name that a file uses is
 * declared or imported there, exactly once, and exported by the module that it is imported from; no class has two methods of
 * one name; the index exports no name twice; no two files have one path where case does not count.
 *
 * @param files - all that is emitted: the runtime's modules are looked up here.
 * @throws Error that names the file and the name: an internal error, whatever the contract.
 */
export function checkNames(plan: ClientPlan, files: readonly EmittedFile[]): void {
  once(
    files.map(({ path }) => path.toLowerCase()),
    (path) => `Two files have the path ${path}.`,
  );
  const own = sourceFiles(plan, files);
  const exported = new Map([
    ...files.flatMap(({ path, text }) =>
      path.startsWith("runtime/") ? [[path.replace(/\.ts$/, ""), declaredIn(text)] as const] : [],
    ),
    ...own.map(({ module, declares }) => [module, new Set(declares)] as const),
  ]);
  for (const file of own) checkFile(file, exported);
  const handedOn = indexExports(plan);
  for (const { module, names } of handedOn)
    for (const name of names) checkExport("index", module, name, exported);
  once(
    handedOn.flatMap(({ names }) => names),
    (name) => `index.ts exports ${name} twice.`,
  );
}

function checkFile(
  { module, declares, imports, uses, methods = [] }: FileNames,
  exported: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  const imported = imports.flatMap(({ from, names, namespace }) => {
    for (const { name } of names) checkExport(module, emittedModule(from), name, exported);
    return namespace === undefined ? names.map(({ name }) => name) : [namespace];
  });
  const known = [...declares, ...imported];
  once(known, (name) => `${module}.ts declares ${name} twice.`);
  once(methods, (name) => `The class of ${module}.ts has two methods ${name}.`);
  for (const name of [...known, ...methods]) {
    if (!isIdentifier(name))
      throw new Error(`${module}.ts declares ${JSON.stringify(name)}, which is not an identifier.`);
  }
  const names = new Set([...known, ...PLATFORM]);
  const spaces = new Map(imports.map(({ namespace, from }) => [namespace, from]));
  for (const use of uses) {
    const [space = use, constant] = use.split(".");
    if (!names.has(space))
      throw new Error(`${module}.ts uses ${space}, which it neither declares nor imports.`);
    if (constant !== undefined) checkExport(module, spaces.get(space) ?? space, constant, exported);
  }
}

function checkExport(
  module: string,
  from: string,
  name: string,
  exported: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  if (exported.get(from)?.has(name) === true) return;
  throw new Error(`${module}.ts imports ${name} from ${from}.ts, which does not export it.`);
}

function once(names: readonly string[], failure: (name: string) => string): void {
  const met = new Set<string>();
  for (const name of names) {
    if (met.has(name)) throw new Error(failure(name));
    met.add(name);
  }
}

/** Types of TypeScript and the platform that generated code names. */
const PLATFORM = (
  "ArrayBuffer AsyncIterable Blob File FormData NonNullable Object Omit Partial Pick Promise ReadableStream Readonly " +
  "ReadonlyArray Record Uint8Array"
).split(" ");

/** What a module of the runtime exports. */
function declaredIn(text: string): ReadonlySet<string> {
  const declarations = text.matchAll(
    /^export (?:abstract |async |declare )*(?:class|const|enum|function\*?|interface|let|type) ([\w$]+)/gm,
  );
  return new Set([...declarations].flatMap(([, name]) => name ?? []));
}

function sourceFiles(plan: ClientPlan, files: readonly EmittedFile[]): readonly FileNames[] {
  const scope = plan.contract.scopes.length > 0 ? ["Scope"] : [];
  return [
    ...rootFiles(plan, scope, files),
    ...plan.models.map((model) => ({
      ...declarationsFile(`models/${model.file}`, model.declarations),
      imports: model.imports.map(({ from, names }) => ({
        from: posix.join("models", from),
        names: names.map((name) => ({ name, type: true })),
      })),
    })),
    ...plan.resources.flatMap(
      ({ file, className, methods, descriptors, declarations, imports }): FileNames[] => [
        {
          module: `resources/${file}`,
          declares: [className, ...declarations.map(({ name }) => name)],
          imports: imports.resource,
          uses: [
            ...["ClientConnection", "coreOf", "keepCore", ...scope, ...methods.flatMap(namesInMethod)],
            ...declarationsFile("", declarations).uses,
          ],
          methods: methods.map(({ name }) => name),
        },
        {
          module: `operations/${file}`,
          declares: descriptors.map(({ constant }) => constant),
          imports: imports.operations,
          uses: descriptors.flatMap(({ type, value }) => [type, ...referencesIn(value)]),
        },
      ],
    ),
  ];
}

/** The files beside the folders. A contract of webhooks alone has no operations to call. */
function rootFiles(
  plan: ClientPlan,
  scope: readonly string[],
  files: readonly EmittedFile[],
): readonly FileNames[] {
  const { connection, contract, headers, methods, resources } = plan;
  const webhooks = webhookDeclarations(plan.webhooks);
  const members = connection.options.members.flatMap(namesInMember);
  const called: readonly FileNames[] = [
    {
      module: "client",
      declares: [plan.name],
      imports: clientImports(plan),
      uses: [
        ...[connectName(plan), optionsName(plan), ...scope, ...methods.flatMap(namesInMethod)],
        ...(methods.length === 0 ? [] : ["keepCore", "ownConnection"]),
        ...resources.map(({ className }) => className),
      ],
      methods: methods.map(({ name }) => name),
    },
    {
      module: "connect",
      declares: [connectName(plan), optionsName(plan)],
      imports: connection.imports,
      uses: [
        ...["ClientConnection", ...scope, ...connection.options.parents, ...members],
        ...callsIn(bodyOf(files, "connect.ts")),
      ].filter((name) => name !== "Granted"),
    },
  ];
  return [
    ...(resources.length === 0 ? [] : called),
    {
      module: "contract",
      declares: ["contract", "server", ...(contract.codes.length === 0 ? [] : ["ProblemCode"])],
      imports: connection.contractImports,
      uses: [
        "ContractFacts",
        "ServerFacts",
        ...(connection.server.fill === undefined ? [] : [connection.server.fill.code]),
        ...(contract.facts["sensitive"] === undefined ? [] : ["sensitiveFields"]),
        ...referencesIn(contract.facts),
      ],
    },
    ...(scope.length === 0
      ? []
      : [{ module: "scopes", declares: [...scope, "MissingScope", "Requires"], imports: [], uses: [] }]),
    ...(plan.enums.length === 0
      ? []
      : [{ module: "enums", declares: plan.enums.map(({ name }) => name), imports: [], uses: [] }]),
    ...(headers.declarations.length === 0
      ? []
      : [{ ...declarationsFile("headers", headers.declarations), imports: headers.imports }]),
    ...(plan.errors === undefined
      ? []
      : [
          {
            module: "errors",
            declares: ["ErrorBodies", "isErrorOf"],
            imports: plan.errors.imports,
            uses: [
              ...["DescribedError", "hasDescribedBody"],
              ...plan.errors.operations.flatMap(({ type }) => namesInType(type)),
            ],
          },
        ]),
    ...(webhooks.length === 0
      ? []
      : [{ ...declarationsFile("webhooks", webhooks), imports: plan.webhookImports }]),
  ];
}

function declarationsFile(
  module: string,
  declarations: readonly DeclarationPlan[],
): Omit<FileNames, "imports"> {
  return {
    module,
    declares: declarations.map(({ name }) => name),
    uses: declarations.flatMap((declaration) =>
      declaration.kind === "alias"
        ? namesInType(declaration.type)
        : [...declaration.extends.flatMap(namesInType), ...declaration.members.flatMap(namesInMember)],
    ),
  };
}

/** The body of a file's function. */
function bodyOf(files: readonly EmittedFile[], path: string): string {
  const text = files.find((file) => file.path === path)?.text ?? "";
  return text.slice(text.indexOf("{\n", text.indexOf("export function")));
}

/** Functions that statements call: the names before parentheses and type arguments, texts aside. */
function callsIn(body: string): readonly string[] {
  const code = body.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""');
  const calls = code.matchAll(/(?<![\w$.#])([A-Za-z_$][\w$]*)(?=(?:<[\w, ]+>)?\()/g);
  return [...calls].flatMap(([, name = ""]) => (name === "if" ? [] : [name]));
}

function namesInMethod({ scopes, parameters, returns, call }: ClassMethodPlan): readonly string[] {
  const types = [...parameters.map(({ type }) => type), returns];
  return [
    call.callee,
    ...(call.within === undefined ? [] : [call.within.callee, call.within.descriptor.code]),
    ...(scopes.length === 0 ? [] : ["Requires"]),
    ...types.flatMap(namesInType),
    ...call.constants.flatMap((argument) => (argument.kind === "constant" ? [argument.reference.code] : [])),
  ];
}

function referencesIn(value: unknown): readonly string[] {
  if (ConstantReference.is(value)) return [value.code];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(referencesIn) : [];
}

function namesInMember({ type }: MemberPlan): readonly string[] {
  return namesInType(type);
}

function namesInType(type: TypePlan): readonly string[] {
  switch (type.kind) {
    case "name":
      return [type.name, ...(type.arguments ?? []).flatMap(namesInType)];
    case "member":
      return [type.of];
    case "array":
      return namesInType(type.items);
    case "tuple":
      return [
        ...type.items.map((item) => item.type),
        ...(type.rest === undefined ? [] : [type.rest]),
      ].flatMap(namesInType);
    case "object":
      return type.members.flatMap(namesInMember);
    case "union":
    case "intersection":
      return type.members.flatMap(namesInType);
    default:
      return [];
  }
}
