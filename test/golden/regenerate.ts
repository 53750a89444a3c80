/* `npm run golden`: writes the committed clients anew. Whatever changes in them is reviewed like any other change. */
import { generate } from "../../src/generate.js";
import { goldenFixtures } from "./fixtures.js";

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
