/* `npm start`: from a published contract to a client at work, in the time that it takes to read what happens. */
import { startSandbox, type Sandbox } from "../../src/sandbox/index.js";
import { checkTraces } from "./check-traces.js";
import { compileDemo } from "./compile-demo.js";
import { generateDemo } from "./generate-demo.js";
import { runIntegrator } from "./run-integrator.js";
import { makeWorkshop } from "./workshop.js";

const begun = performance.now();
const sandbox = await startSandbox();
try {
  await showAll(sandbox);
  console.log(`\nAll of it in ${seconds(begun)}.`);
} catch (error) {
  console.error(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await sandbox.close();
}

async function showAll(sandbox: Sandbox): Promise<void> {
  const workshop = await makeWorkshop();
  console.log(`A sandbox publishes its contract at ${sandbox.contractUrl}`);
  await step("Generate a client from it", () => generateDemo(sandbox, workshop));
  await step("Compile the client and an integrator's program, as strictly as TypeScript can", () =>
    compileDemo(workshop),
  );
  await step("Run the program (test/demo/integrator.ts)", () => runIntegrator(sandbox, workshop));
  await step("Ask the sandbox what it saw", () => {
    checkTraces(sandbox);
  });
  console.log(`\nThe client is in ${workshop.client}: begin with README.md and api.md.`);
}

async function step(title: string, work: () => Promise<void> | void): Promise<void> {
  console.log(`\n${title}`);
  const start = performance.now();
  await work();
  console.log(`  done in ${seconds(start)}`);
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}
