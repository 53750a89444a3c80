import { Command, InvalidArgumentError } from "commander";
import { UserError } from "../text/user-error.js";
// Types only: fastify and ajv are slow to load, so the sandbox itself is imported where it starts.
import type { Sandbox, SandboxEvent, SandboxOptions } from "../sandbox/index.js";

/** The shape of `--json`, counted up when a member changes its meaning. */
const jsonVersion = 1;

interface SandboxFlags {
  readonly port: number;
  readonly host: string;
  readonly vendor: string;
  readonly json?: true;
  readonly quiet?: true;
}

/**
 * `cabinetry sandbox`: starts the reference server and runs until SIGINT or SIGTERM.
 * Its action throws UserError (exit code 2) when the port or the address cannot be had, or the vendor word is none.
 */
export function sandboxCommand(): Command {
  return new Command("sandbox")
    .description("start the reference server of the external API on a loopback port")
    .option("--port <number>", "port to listen on; 0 takes a free one", readPort, 0)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--vendor <word>", "URN namespace word in subject_token_type", "sandbox")
    .option("--json", "print the addresses and the key as JSON")
    .option("--quiet", "do not report requests")
    .action(async (flags: SandboxFlags) => {
      const report = (event: SandboxEvent) => process.stderr.write(`${describeEvent(event)}\n`);
      const { port, host, vendor } = flags;
      const sandbox = await start({ port, host, vendor, ...(flags.quiet ? {} : { log: report }) });
      const stopped = waitForSignal();
      process.stdout.write(flags.json ? describeAsJson(sandbox) : describeAsText(sandbox));
      await stopped;
      await sandbox.close();
    });
}

async function start(options: SandboxOptions & { port: number; host: string }): Promise<Sandbox> {
  const { startSandbox } = await import("../sandbox/index.js");
  try {
    return await startSandbox(options);
  } catch (error) {
    throw explainStartError(error, options.port, options.host);
  }
}

/** What a person can mend becomes a UserError; everything else stays what it is. */
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
function describeAsJson({ baseUrl, apiUrl, tokenUrl, contractUrl, vendor, accessKey }: Sandbox): string {
  const result = { version: jsonVersion, baseUrl, apiUrl, tokenUrl, contractUrl, vendor, accessKey };
  return `${JSON.stringify(result)}\n`;
}

function describeAsText({ baseUrl, apiUrl, tokenUrl, contractUrl, vendor, accessKey }: Sandbox): string {
  const rows = [
    ["base URL", baseUrl],
    ["API", apiUrl],
    ["token exchange", tokenUrl],
    ["contract", contractUrl],
    ["vendor word", vendor],
    ["access key", accessKey],
  ] as const;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(16)}${value}`);
  return ["The sandbox is running. Everything is in memory and ends with it.", ...lines, ""].join("\n");
}

function describeEvent(event: SandboxEvent): string {
  if (event.kind === "fault")
    return `sandbox fault in ${event.operationId}: ${event.message} (trace ${event.traceId})`;
  const outcome = event.status === 0 ? "connection cut" : String(event.status);
  const code = event.code === undefined ? "" : ` ${event.code}`;
  return `${event.method} ${event.path} ${outcome}${code} (trace ${event.traceId})`;
}
