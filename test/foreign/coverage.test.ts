import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rules } from "../conformance/rules.js";
import { contracts } from "./world.js";

const suite = ["promises.test.ts", "versions.test.ts"]
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("\n");
const proven = new Set([...suite.matchAll(/\[([A-Z]{3}-\d+)\]/g)].map(([, id]) => id));

test.each(contracts)(
  "the README of $dialect.name says how many rules its client is driven through, and which not",
  ({ dialect }) => {
    const readme = readFileSync(
      new URL(`../../fixtures/foreign/${dialect.name}/README.md`, import.meta.url),
      "utf8",
    );
    const [, lost = ""] = /## Which promises are proven in part\?\n([\s\S]*)/.exec(readme) ?? [];
    const missing = rules.map(({ id }) => id).filter((id) => !proven.has(id));
    expect(readme).toContain(`${rules.length - missing.length} of ${rules.length} rules`);
    expect(missing.filter((id) => !lost.includes(`\`${id}\``))).toEqual([]);
  },
);
