import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compilers, compileWith } from "../support/compile-with.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";
import { emitTypes } from "./emit-types.js";

const text = { type: "string" };
const ref = (key: string) => ({ $ref: `#/components/schemas/${key}` });
const tagged = (kind: string, more: string) => ({
  properties: { id: text, kind: { const: kind }, [more]: text },
  required: ["id", "kind", more],
});

/** Lamps are read and sent back; a shade is only sent. */
const { sources } = emitTypes({
  schemas: {
    Lamp: {
      properties: {
        id: text,
        light: ref("Light"),
        level: { enum: [1, 2] },
        tone: { enum: ["warm", "cold", null] },
        plug: ref("Plug"),
      },
      required: ["id", "light", "level", "tone", "plug"],
    },
    Light: { enum: ["on", "off"] },
    Plug: { oneOf: [ref("Fixed"), ref("Loose")], discriminator: { propertyName: "kind" } },
    Fixed: tagged("Fixed", "wall"),
    Loose: tagged("Loose", "cable"),
    // Itself one of several: what it does not list is none of those either.
    Part: {
      oneOf: [ref("Plug"), ref("Bulb")],
      discriminator: { propertyName: "kind", mapping: { Fixed: "Plug", Loose: "Plug", Bulb: "Bulb" } },
    },
    Bulb: tagged("Bulb", "socket"),
    // It only requires what tells its alternatives apart.
    Joint: { allOf: [ref("Wire")], required: ["kind"] },
    Wire: { oneOf: [ref("Copper"), ref("Steel")], discriminator: { propertyName: "kind" } },
    Copper: { properties: { kind: { const: "Copper" } } },
    Steel: { properties: { kind: { const: "Steel" } } },
    Animal: {
      properties: { kind: text, id: text },
      required: ["kind", "id"],
      discriminator: { propertyName: "kind" },
    },
    Cat: { allOf: [ref("Animal"), { properties: { lives: text }, required: ["lives"] }] },
    // The enums of a lamp written again, as many contracts do for a change.
    Change: {
      properties: {
        light: { enum: ["off", "on"] },
        level: ref("Lamp/properties/level"),
        tone: { enum: ["cold", "warm"] },
      },
    },
    // Read-only, and yet it alone tells what is sent.
    Base: { oneOf: [ref("Round"), ref("Square")], discriminator: { propertyName: "kind" } },
    Round: {
      properties: { kind: { const: "Round", readOnly: true }, radius: text },
      required: ["kind", "radius"],
    },
    Square: {
      properties: { kind: { const: "Square", readOnly: true }, side: text },
      required: ["kind", "side"],
    },
    // Notes have names of their own beside those that are described.
    Label: { properties: { id: text }, patternProperties: { "^note-": { type: "number" } } },
    // Called like what every object has.
    Plate: { properties: { constructor: text, toString: { enum: ["a", "b"] }, id: text } },
    Mould: { allOf: [ref("Plate")], required: ["constructor"] },
    Shade: { enum: ["thick", "thin"] },
    Cover: { oneOf: [ref("Thick"), ref("Thin")], discriminator: { propertyName: "kind" } },
    Thick: tagged("Thick", "layers"),
    Thin: tagged("Thin", "paper"),
    // Their names are none of their literals.
    Tool: {
      oneOf: ["Search", "Lookup", "Draw", "Say"].map(ref),
      discriminator: { propertyName: "kind" },
    },
    Search: {
      properties: { kind: { enum: ["search", "search_2"] }, query: text },
      required: ["kind", "query"],
    },
    Lookup: { properties: { kind: ref("LookupKind"), word: text }, required: ["kind", "word"] },
    LookupKind: { enum: ["lookup", "lookup_2"] },
    Draw: { properties: { kind: ref("DrawKind"), pen: text }, required: ["kind", "pen"] },
    DrawKind: { enum: ["draw"] },
    Say: { properties: { kind: { const: "say" }, words: text }, required: ["words"] },
    Vehicle: {
      properties: { kind: { enum: ["Car", "Truck", "Bike"] } },
      required: ["kind"],
      discriminator: { propertyName: "kind" },
    },
    Car: { allOf: [ref("Vehicle"), { properties: { doors: text }, required: ["doors"] }] },
    Truck: { allOf: [ref("Vehicle"), { properties: { load: text }, required: ["load"] }] },
    // Told apart by the discriminator of what they extend, which is an heir itself.
    Plant: {
      properties: { kind: text },
      required: ["kind"],
      discriminator: { propertyName: "kind", mapping: { TREE: "Tree" } },
    },
    Tree: {
      allOf: [
        ref("Plant"),
        {
          properties: { height: text },
          required: ["height"],
          discriminator: { propertyName: "kind", mapping: { OAK: "Oak", ELM: "Elm" } },
        },
      ],
    },
    Oak: { allOf: [ref("Tree"), { properties: { acorn: text }, required: ["acorn"] }] },
    Elm: { allOf: [ref("Tree"), { properties: { leaf: text }, required: ["leaf"] }] },
    Avenue: { oneOf: [ref("Oak"), ref("Elm")] },
    // The base does not describe what tells its heirs apart (OData leaves it out for the declared type).
    Product: {
      properties: { name: text },
      discriminator: { propertyName: "@type", mapping: { "#Featured": "Featured" } },
    },
    Featured: { allOf: [ref("Product"), { properties: { ad: text }, required: ["ad"] }] },
    Rule: { properties: { kind: text, name: text }, discriminator: { propertyName: "kind" } },
    Password: { allOf: [ref("Rule"), { properties: { length: text }, required: ["length"] }] },
  },
  request: ["Product", "Rule", "Lamp", "Shade", "Cover", "Change", "Base", "Plate", "Mould", "Label"],
  response: ["Product", "Lamp", "Base", "Part", "Joint", "Animal", "Tool", "Vehicle", "Avenue", "Plant"],
});

const HEAD = `
import type { Animal } from "./models/animal.js";
import type { Avenue } from "./models/avenue.js";
import type { Base, BaseInput } from "./models/base.js";
import type { Change } from "./models/change.js";
import type { Cover } from "./models/cover.js";
import type { Joint } from "./models/joint.js";
import type { Lamp } from "./models/lamp.js";
import type { Light, Shade } from "./models/values.js";
import type { Part } from "./models/part.js";
import type { Draw } from "./models/draw.js";
import type { Lookup } from "./models/lookup.js";
import type { Label } from "./models/label.js";
import type { Mould } from "./models/mould.js";
import type { Plant } from "./models/plant.js";
import type { Plate } from "./models/plate.js";
import type { Plug } from "./models/plug.js";
import type { Product } from "./models/product.js";
import type { Rule } from "./models/rule.js";
import type { Say } from "./models/say.js";
import type { Search } from "./models/search.js";
import type { Tool } from "./models/tool.js";
import type { Vehicle } from "./models/vehicle.js";
import type { Unlisted, UnlistedNumber } from "./runtime/http.js";
declare const lamp: Lamp;
declare function send(lamp: Lamp, more?: { shade?: Shade; cover?: Cover }): void;
declare function change(values: Change): void;
declare function stand(base: BaseInput): void;
export type Used = [Animal, Avenue, Base, Cover, Joint, Light, Label, Mould, Part, Plant, Plate, Plug, Product, Rule, Shade, Draw, Lookup, Say, Search, Tool, Vehicle, Unlisted, UnlistedNumber];
`;

/** What a caller writes; a line after `@ts-expect-error` must not compile. */
const USES: readonly { readonly title: string; readonly code: string }[] = [
  {
    title: "[GEN-3] an enum of an answer narrows by its values and leaves a default that is possible",
    code: `
export function tell(light: Light): string {
  switch (light) {
    case "on": { const exact: "on" = light; return exact; }
    case "off": { const exact: "off" = light; return exact; }
    default: {
      const unlisted: Unlisted = light;
      // @ts-expect-error it is not impossible
      const impossible: never = light;
      return unlisted.toUpperCase() + String(impossible);
    }
  }
}
// @ts-expect-error not all lights have been met
export function forgets(light: Light): string { switch (light) { case "on": return "1"; case "off": return "0"; } }
export const level: 1 | 2 | undefined = lamp.level === 1 || lamp.level === 2 ? lamp.level : undefined;
export const added: number = lamp.level + 1;
export const tone: "warm" | undefined = lamp.tone === "warm" ? lamp.tone : undefined;
// @ts-expect-error a misspelt value is never met
if (lamp.light === "onn") send(lamp);
export const met: boolean = (lamp.light as string) === "dimmed";
export const names: Record<Light, string> = { on: "shines", off: "dark" };
export const named: string = names[lamp.light] ?? lamp.light;
`,
  },
  {
    title: "[GEN-3] what was read can be sent back, a misspelt value cannot be sent",
    code: `
send(lamp);
send({ ...lamp, light: "off", level: 2, tone: null });
send({ ...lamp, light: lamp.light === "on" ? "off" : lamp.light });
send({ ...lamp, light: "dimmed" as string as Unlisted });
// @ts-expect-error misspelt
send({ ...lamp, light: "of" });
// @ts-expect-error some text
send({ ...lamp, light: String(lamp.id) });
// @ts-expect-error not listed
send({ ...lamp, level: 3 });
// @ts-expect-error some number
send({ ...lamp, level: Number(lamp.id) });
// @ts-expect-error misspelt
send({ ...lamp, tone: "worm" });
send(lamp, { shade: "thin" });
// @ts-expect-error misspelt
send(lamp, { shade: "thinn" });
// @ts-expect-error of another enum, of which it is not listed
send(lamp, { shade: lamp.light });
`,
  },
  {
    title:
      "[GEN-3] a union narrows by its discriminator and leaves a default that has what all have, perhaps",
    code: `
export function tell(plug: Plug): string {
  switch (plug.kind) {
    case "Fixed": return plug.wall;
    case "Loose": return plug.cable;
    default: {
      const unlisted: Unlisted = plug.kind;
      const id: string | undefined = plug.id;
      // @ts-expect-error it is not impossible
      const impossible: never = plug;
      // @ts-expect-error of a listed member alone
      const wall = plug.wall;
      return unlisted + (id ?? "") + String(impossible) + String(wall);
    }
  }
}
// @ts-expect-error not all plugs have been met
export function forgets(plug: Plug): string { switch (plug.kind) { case "Fixed": return "1"; case "Loose": return "0"; } }
export function nested(part: Part): string {
  switch (part.kind) {
    case "Fixed": return part.wall;
    case "Loose": return part.cable;
    case "Bulb": return part.socket;
    default: { const unlisted: Unlisted = part.kind; return unlisted; }
  }
}
export function required(joint: Joint): Unlisted | undefined {
  return joint.kind === "Copper" || joint.kind === "Steel" ? undefined : joint.kind;
}
// @ts-expect-error not all joints have been met
export function forgotten(joint: Joint): string { switch (joint.kind) { case "Copper": return "1"; case "Steel": return "0"; } }
export function inherited(animal: Animal): string {
  if (animal.kind === "Cat") return animal.lives;
  const unlisted: Unlisted = animal.kind;
  // @ts-expect-error it is not impossible
  const impossible: never = animal;
  return unlisted + animal.id + String(impossible);
}
`,
  },
  {
    title: "[GEN-3] a member that was read can be sent back, one that is not listed cannot be made up",
    code: `
send({ ...lamp, plug: lamp.plug });
send({ ...lamp, plug: { id: "1", kind: "Fixed", wall: "north" } });
// @ts-expect-error misspelt
send({ ...lamp, plug: { id: "1", kind: "Fixd", wall: "north" } });
// @ts-expect-error of another member
send({ ...lamp, plug: { id: "1", kind: "Loose", wall: "north" } });
// @ts-expect-error excess
send({ ...lamp, plug: { id: "1", kind: "Fixed", wall: "north", cable: "red" } });
export function all(cover: Cover): string {
  switch (cover.kind) { case "Thick": return cover.layers; case "Thin": return cover.paper; }
}
// @ts-expect-error misspelt
send(lamp, { cover: { id: "1", kind: "Thinn", paper: "white" } });
`,
  },
  {
    title: "[GEN-3] what was read goes into an enum that a request lists again, a misspelt value does not",
    code: `
change({ light: lamp.light, level: lamp.level });
if (lamp.tone !== null) change({ tone: lamp.tone });
// @ts-expect-error a change has no null for it
change({ tone: lamp.tone });
// @ts-expect-error misspelt
change({ light: "onn" });
// @ts-expect-error not listed
change({ level: 3 });
`,
  },
  {
    title:
      "[GEN-3] a request narrows by what tells its alternatives apart, be it read-only, and has to have it",
    code: `
export function tell(base: BaseInput): string {
  switch (base.kind) {
    case "Round": return base.radius;
    case "Square": return base.side;
    default: { const unlisted: Unlisted = base.kind; return unlisted; }
  }
}
export function back(base: Base): void { stand(base); stand({ kind: "Square", side: "1" }); }
// @ts-expect-error nobody could tell which
stand({ side: "1" });
// @ts-expect-error of the other
stand({ kind: "Round", side: "1" });
`,
  },
  {
    title: "[GEN-3] a base that need not have its discriminator is sent without it, and narrows all the same",
    code: `
export const products: Product[] = [{ name: "x" }, { "@type": "#Featured", name: "x", ad: "y" }];
// @ts-expect-error misspelt
export const misspelt: Product = { "@type": "#Fetured", name: "x" };
export function tell(product: Product): string {
  switch (product["@type"]) {
    case "#Featured": return product.ad;
    case "#Product": return product.name ?? "";
    default: { const unlisted: Unlisted | undefined = product["@type"]; return unlisted ?? product.name ?? ""; }
  }
}
// @ts-expect-error it may be absent
export const always = (product: Product): string => product["@type"];
export const rules: Rule[] = [{ name: "x" }, { kind: "Password", length: "1" }];
// @ts-expect-error requests list all that there are
export const made: Rule = { kind: "Other", name: "x" };
export const length = (rule: Rule): string => (rule.kind === "Password" ? rule.length : (rule.name ?? ""));
`,
  },
  {
    title: "[GEN-3] every member of a union fits it and is narrowed to by its literals, whatever its name is",
    code: `
export const tools = (search: Search, lookup: Lookup, draw: Draw, say: Say): Tool[] => [search, lookup, draw, say];
export const made: Tool[] = [
  { kind: "search_2", query: "x" },
  { kind: "lookup", word: "x" },
  { kind: "draw", pen: "x" },
  { kind: "say", words: "x" },
  { words: "x" },
];
// @ts-expect-error the name of a member is none of its literals
export const named: Tool = { kind: "Search", query: "x" };
export function tell(tool: Tool): string {
  switch (tool.kind) {
    case "search": case "search_2": return tool.query;
    case "lookup": case "lookup_2": return tool.word;
    case "draw": return tool.pen;
    case "say": return tool.words;
    case undefined: return tool.words;
    default: { const unlisted: Unlisted | undefined = tool.kind; return unlisted ?? ""; }
  }
}
export const vehicles: Vehicle[] = [{ kind: "Car", doors: "x" }, { kind: "Truck", load: "x" }, { kind: "Bike" }];
// @ts-expect-error a car has doors
export const bare: Vehicle = { kind: "Car" };
export function move(vehicle: Vehicle): string {
  switch (vehicle.kind) {
    case "Car": return vehicle.doors;
    case "Truck": return vehicle.load;
    case "Bike": return vehicle.kind;
    default: { const unlisted: Unlisted = vehicle.kind; return unlisted; }
  }
}
`,
  },
  {
    title: "heirs are told apart by the discriminator of their base, in alternatives that have none",
    code: `
export function walk(avenue: Avenue): string {
  switch (avenue.kind) {
    case "OAK": return avenue.acorn + avenue.height;
    case "ELM": return avenue.leaf + avenue.height;
    default: { const unlisted: Unlisted = avenue.kind; return unlisted; }
  }
}
export function grow(plant: Plant): string {
  switch (plant.kind) {
    case "OAK": return plant.acorn;
    case "ELM": return plant.leaf;
    case "TREE": return plant.height;
    default: { const unlisted: Unlisted = plant.kind; return unlisted; }
  }
}
`,
  },
];

/** What a compiler says of every use, beside the types: use by use. */
async function complaints(compiler: (typeof compilers)[number]): Promise<readonly string[][]> {
  const folder = await makeTemporaryFolder("open-types");
  const uses = USES.map(({ code }, index) => [`use${String(index)}.ts`, HEAD + code] as const);
  for (const [path, content] of [...sources, ...uses]) {
    await mkdir(dirname(join(folder.path, path)), { recursive: true });
    await writeFile(join(folder.path, path), content);
  }
  const paths = uses.map(([path]) => path);
  const lines = await compileWith(compiler, folder.path, paths);
  await folder.remove();
  const of = USES.map((_, index) => lines.filter((line) => line.startsWith(`use${String(index)}.ts`)));
  const others = lines.filter((line) => !of.flat().includes(line));
  if (others.length > 0) throw new Error(`The types themselves do not compile: ${others.join("\n")}`);
  return of;
}

describe.each(compilers)("%s", (compiler) => {
  let found: readonly string[][] = [];
  beforeAll(async () => {
    found = await complaints(compiler);
  });
  test.each(USES.map(({ title }, index) => ({ title, index })))("$title", ({ index }) => {
    expect(found[index]).toEqual([]);
  });
});
