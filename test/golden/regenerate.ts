/*
 * `npm run golden`: writes the committed clients anew, and what `inspect` says of the contracts of others. Whatever changes
 * in them is reviewed like any other change.
 */
import { writeFile } from "node:fs/promises";
import { generate } from "../../src/generate.js";
import { goldenFixtures } from "./fixtures.js";
import { inspected, inspectedFixtures } from "./inspections.js";

for (const { name, options } of goldenFixtures()) {
  const { created, changed, stale, unchanged } = await generate({ ...options, force: true, rename: true });
  const counted = [
    `${created.length} created`,
    `${changed.length} changed`,
    `${stale.length} removed`,
    `${unchanged.length} unchanged`,
  ];
  console.log(`${name}: ${counted.join(", ")}`);
}

for (const fixture of inspectedFixtures()) {
  await writeFile(fixture.file, await inspected(fixture));
  console.log(`fixtures/foreign/${fixture.name}: inspect.txt`);
}
