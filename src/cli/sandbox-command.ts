import { Command, InvalidArgumentError } from "commander";
import { UserError } from "../text/user-error.js";
// Types only: ajv is slow to load, so the sandbox itself is imported where it starts.
import type { FaultPlan, Sandbox, SandboxEvent, SandboxOptions } from "../sandbox/index.js";

/** What `--json` prints. `schemaVersion` counts up when a member changes its meaning; new members may come. */
export interface SandboxReport {
  readonly schemaVersion: 1;
  /** `{base_url}`, without a `/` at its end. */
  readonly baseUrl: string;
  /** `{api_url}`. */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  /** Where the contract is published. */
  readonly contractUrl: string;
  /** The URN namespace word of `subject_token_type`. */
  readonly vendor: string;
  /** A key with all scopes for every cabinet; it ends with the sandbox. */
  readonly accessKey: string;
  /** How many rules of faults there are. */
  readonly faults: number;
}

const examples = `
Examples:
  $ cabinetry sandbox --port 8787
  $ cabinetry sandbox --faults faults.yaml
  $ cabinetry sandbox --json --quiet > sandbox.json

A faults file says what goes wrong, and when:
  seed: 7
  faults:
    - { on: importDeals, nth: 1, fault: { kind: disconnect, when: after } }
    - { on: "*", probability: 0.05, fault: { kind: html, status: 503, retryAfter: 2 } }
docs/sandbox.md lists all faults.`;

interface SandboxFlags {
  readonly port: number;
  readonly host: string;
  readonly vendor: string;
  readonly faults?: string;
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * `cabinetry sandbox`: starts the reference server and runs until SIGINT or SIGTERM.
 * Its action throws UserError (exit code 2) when the port or the address cannot be had, the vendor word is invalid, or the
 * faults file cannot be followed.
 */
export function sandboxCommand(): Command {
  return new Command("sandbox")
    .summary("start the reference server of the external API on a loopback port")
    .description(
      "Starts the reference server of the external API on a loopback port. Its data is in memory only.",
    )
    .option("--port <number>", "port to listen on; 0 takes a free one", readPort, 0)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--vendor <word>", "URN namespace word in subject_token_type", "sandbox")
    .option("--faults <file>", "YAML or JSON file that says what goes wrong, and when")
    .option("--json", "print the addresses and the key as JSON")
    .option("--quiet", "do not report requests")
    .addHelpText("after", examples)
    .action(async (flags: SandboxFlags) => {
      const report = (event: SandboxEvent) => process.stderr.write(`${describeEvent(event)}\n`);
      const { port, host, vendor } = flags;
      const faults = await readFaults(flags.faults);
      const sandbox = await start({ port, host, vendor, faults, ...(flags.quiet ? {} : { log: report }) });
      const stopped = waitForSignal();
      const describe = flags.json ? describeAsJson : describeAsText;
      process.stdout.write(describe(sandbox, faults.faults.length));
      await stopped;
      await sandbox.close();
    });
}

/** The plan of a file; nothing goes wrong without one. */
async function readFaults(path: string | undefined): Promise<FaultPlan> {
  if (path === undefined) return { faults: [] };
  const { FaultFileError, readFaultFile } = await import("../sandbox/index.js");
  try {
    return await readFaultFile(path);
  } catch (error) {
    if (error instanceof FaultFileError) {
      const remedy = "Fix the file. docs/sandbox.md lists all faults and their members.";
      throw new UserError(2, error.message, { where: error.lines.join("\n"), remedy, cause: error });
    }
    const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    const remedy = "Pass the path of a YAML or JSON file with --faults.";
    throw new UserError(2, `The faults file cannot be read (${code})`, { where: path, remedy, cause: error });
  }
}

async function start(options: SandboxOptions & { port: number; host: string }): Promise<Sandbox> {
  const { startSandbox } = await import("../sandbox/index.js");
  try {
    return await startSandbox(options);
  } catch (error) {
    throw explainStartError(error, options.port, options.host);
  }
}

/** An error that a person can fix becomes a UserError; any other stays as it is. */
function explainStartError(error: unknown, port: number, host: string): unknown {
  if (error instanceof RangeError) {
    return new UserError(2, error.message, { remedy: "Pass another word with --vendor.", cause: error });
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    const remedy = "Stop what listens there, choose another --port, or take a free one with --port 0.";
    return new UserError(2, `Port ${port} on ${host} is in use`, { remedy, cause: error });
  }
  if (code === "EACCES") {
    const remedy = "Choose a --port above 1023.";
    return new UserError(2, `Port ${port} on ${host} may not be opened by this user`, {
      remedy,
      cause: error,
    });
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN") {
    const remedy = "Pass an address of this machine with --host; 127.0.0.1 is the default.";
    return new UserError(2, `This machine has no address ${host}`, { remedy, cause: error });
  }
  return error;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError("A port is a number from 0 to 65535.");
  return port;
}

async function waitForSignal(): Promise<void> {
  const signals = ["SIGINT", "SIGTERM"] as const;
  await new Promise<void>((resolve) => {
    const stop = () => {
      // A second signal ends the process at once, as it does by default.
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

/** The one place that prints an access key: handing out a key to start with is what the command is for. */
function describeAsJson(sandbox: Sandbox, faults: number): string {
  const { baseUrl, apiUrl, tokenUrl, contractUrl, vendor, accessKey } = sandbox;
  const addresses = { baseUrl, apiUrl, tokenUrl, contractUrl };
  const report: SandboxReport = { schemaVersion: 1, ...addresses, vendor, accessKey, faults };
  return `${JSON.stringify(report)}\n`;
}

function describeAsText(sandbox: Sandbox, faults: number): string {
  const { baseUrl, apiUrl, tokenUrl, contractUrl, vendor, accessKey } = sandbox;
  const rows = [
    ["base URL", baseUrl],
    ["API", apiUrl],
    ["token exchange", tokenUrl],
    ["contract", contractUrl],
    ["vendor word", vendor],
    ["access key", accessKey],
    ...(faults === 0 ? [] : [["faults", `${faults} ${faults === 1 ? "rule" : "rules"}`] as const]),
  ] as const;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(16)}${value}`);
  return ["The sandbox is running. Its data is in memory only.", ...lines, ""].join("\n");
}

function describeEvent(event: SandboxEvent): string {
  if (event.kind === "defect")
    return `sandbox fault in ${event.operationId}: ${event.message} (trace ${event.traceId})`;
  const outcome = event.status === 0 ? "connection cut" : String(event.status);
  const code = event.code === undefined ? "" : ` ${event.code}`;
  const injected = event.injected.length === 0 ? "" : ` injected: ${event.injected.join(", ")}`;
  return `${event.method} ${event.path} ${outcome}${code}${injected} (trace ${event.traceId})`;
}
