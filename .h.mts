// guards: hostile documents bounded
import { createSchemaComparison } from "./src/diff/schema/schema-comparison.js";
import { judgeFacts } from "./src/diff/judge-facts.js";
const run = (name: string, a: any, b: any) => {
  const doc = (schemas: any): any => ({ document: { openapi: "3.1.0", info: {}, paths: {}, components: { schemas } }, dialect: "3.1" });
  const t = performance.now();
  try {
    const c = createSchemaComparison(doc(a), doc(b));
    for (const direction of ["request", "response"] as const) c.compare("#/components/schemas/Pet", "#/components/schemas/Pet", { operation: "GET /a", part: "x", direction });
    const f = judgeFacts(c.facts());
    console.log(name, Math.round(performance.now() - t), "ms", f.length, f.filter((x) => x.wire === "breaking").length, f.filter((x) => x.witness).length, Math.max(0, ...f.map((x) => JSON.stringify(x.witness ?? 0).length)));
  } catch (e: any) { console.log(name, Math.round(performance.now() - t), "ms", "ERR", String(e.message).slice(0, 150)); }
};
const R = (n: string) => ({ $ref: `#/components/schemas/${n}` });
const many = (n: number, f: (i: number) => any) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`p${i}`, f(i)]));
run("oneOf 400", { Pet: { oneOf: Array.from({ length: 400 }, (_, i) => ({ type: "object", required: [`a${i}`], properties: { [`a${i}`]: { type: "string" } } })) } }, { Pet: { oneOf: Array.from({ length: 400 }, (_, i) => ({ type: "object", required: [`b${i}`], properties: { [`b${i}`]: { type: "string" } } })) } });
const deep = (n: number, leaf: any): any => { let s = leaf; for (let i = 0; i < n; i++) s = { type: "object", required: ["a"], properties: { a: s } }; return s; };
const nest = (n: number, leaf: any): any => { let s = leaf; for (let i = 0; i < n; i++) s = { oneOf: [s, { allOf: [s, { maxLength: i + 1 }] }] }; return s; };
run("nested unions 12", { Pet: nest(12, { type: "string" }) }, { Pet: nest(12, { type: "integer" }) });
const chain = (n: number, x: any) => Object.fromEntries([["Pet", R("S0")], ...Array.from({ length: n }, (_, i) => [`S${i}`, i === n - 1 ? x : { oneOf: [R(`S${i + 1}`), { type: "object", properties: { a: R(`S${i + 1}`), b: R(`S${i + 1}`) } }] }])]);
run("diamond 30", chain(30, { type: "string" }), chain(30, { type: "integer" }));
run("self union", { Pet: { oneOf: [R("Pet"), R("Pet"), { type: "string" }] } }, { Pet: { oneOf: [R("Pet"), { anyOf: [R("Pet"), R("Pet")] }, { type: "integer" }] } });
run("huge minLength", { Pet: { type: "string" } }, { Pet: { type: "string", minLength: 1e9 } });
run("huge minItems", { Pet: { type: "array", items: { type: "string" } } }, { Pet: { type: "array", items: { type: "string" }, minItems: 1e9 } });
run("huge both", { Pet: { type: "string", maxLength: 1e9, minLength: 1e8 } }, { Pet: { type: "string", maxLength: 1e8 } });
run("huge minProperties", { Pet: { type: "object", minProperties: 1e8 } }, { Pet: { type: "object", minProperties: 1e9 } });
run("minContains", { Pet: { type: "array", contains: { type: "string" }, minContains: 1e9 } }, { Pet: { type: "array", contains: { type: "integer" }, minContains: 1e8 } });
run("prefix 3000", { Pet: { type: "array", prefixItems: Array.from({ length: 3000 }, () => ({ type: "string" })) } }, { Pet: { type: "array", prefixItems: Array.from({ length: 3000 }, () => ({ type: "integer" })) } });
const evil = (p: string, n: number) => ({ Pet: { type: "object", required: ["a"], properties: { a: { type: "string", pattern: p, maxLength: n } } } });
for (const p of ["^(a+)+$", "^(a|a)*b$", "^a*a*a*b$", "(.*)*x", "^(?:a?){60}a{60}$", "^(([a-z])+.)+[A-Z]([a-z])+$", "^(\\w+\\s?)*$", "(a{1,60}){1,60}x", "^[a]{0,200}[a]{0,200}[a]{0,200}[a]{0,200}[a]{0,200}b$"]) run(p, evil(p, 180), evil(p, 170));
run("evil names", { Pet: { type: "object", patternProperties: { "^(a+)+$": { type: "string" } } } }, { Pet: { type: "object", patternProperties: { "^(a+)+$": { type: "integer" } }, propertyNames: { pattern: "(x+x+)+y" } } });
