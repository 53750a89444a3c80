import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Generated from "../../generated/external-api/index.js";

/** What a process of an integrator is told, as JSON in its first argument. */
export interface ClientTask {
  /** Folder of the generated client. */
  readonly client: string;
  readonly baseUrl: string;
  readonly accessKey: string;
  readonly cabinetId: string;
  /** Folder of the file store of intents. */
  readonly intents: string;
  /** `import`: start one, once. `crash`: the same, killed when the answer has come and nobody has read it. */
  readonly act: "import" | "crash" | "wait" | "resolve";
  readonly intent?: string;
  /** For `wait`. */
  readonly operationId?: string;
}

/** What it prints, as JSON. */
export interface ClientReport {
  readonly id?: string;
  readonly status?: string;
  /** Kind of the error that it ended in. */
  readonly error?: string;
}

const task = JSON.parse(process.argv[2] ?? "") as ClientTask;
const { ExternalApi, fileIntentStore, isApiError } = (await import(
  pathToFileURL(join(task.client, "index.ts")).href
)) as typeof Generated;

const api = new ExternalApi({
  baseUrl: task.baseUrl,
  accessKey: task.accessKey,
  scopes: ["cabinet:deals:write"],
  intents: fileIntentStore(task.intents),
  fetch: async (request) => {
    const { pathname } = new URL(request.url);
    const response = await fetch(request);
    if (task.act === "crash" && pathname.endsWith("/import-jobs")) process.kill(process.pid, "SIGKILL");
    return response;
  },
});

async function run(): Promise<ClientReport> {
  const { intent = "" } = task;
  if (task.act === "resolve") {
    await api.resolveIntent(intent, "did-not-happen");
    return {};
  }
  if (task.act === "wait") {
    const { operation } = await api.operations.resume(task.operationId ?? "").wait({ deadline: "1m" });
    return { id: operation.operationId, status: operation.status };
  }
  const input = { cabinetId: task.cabinetId, reason: "Conformance", contacts: [{ phone: "+442079460123" }] };
  const { id } = await api.deals.import(input, { intent });
  return { id };
}

const report = await run().catch((error: unknown): ClientReport => {
  if (!isApiError(error)) throw error;
  return { error: error.kind };
});
process.stdout.write(JSON.stringify(report));
