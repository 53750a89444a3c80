import { scopes } from "./access/scope.js";
import { systemClock } from "./clock.js";
import { loadContract } from "./contract/checked-contract.js";
import type { Contract } from "./contract/read-contract.js";
import { createResponseJudge } from "./faults/response-judge.js";
import { createFaultEngine } from "./faults/create-fault-engine.js";
import { listTargets } from "./faults/fault-target.js";
import { readFaultPlan } from "./faults/read-fault-plan.js";
import { createPauses } from "./pauses.js";
import { createPlatform, type Deployment } from "./platform.js";
import { createControls } from "./sandbox-controls.js";
import type { Sandbox } from "./sandbox.js";
import { allFeatures, baselineLimits, defaultTiming, type SandboxOptions } from "./sandbox-options.js";
import { buildEndpoints } from "./server/build-endpoints.js";
import { buildServer } from "./server/build-server.js";
import { holdRequests, listen } from "./server/http-server.js";
import { createJournal } from "./server/journal.js";
import { createTokenIssuer } from "./token/token-issuer.js";

/** A URN namespace identifier in lower case (RFC 8141 section 2). */
const vendorForm = /^[a-z0-9][a-z0-9-]{0,31}$/;

/**
 * Starts the reference server of the contract, with everything in memory and the same data every time.
 * @throws RangeError for an invalid vendor word, FaultPlanError for faults that cannot be planned, and the error of Node when the port cannot be had
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { clock = systemClock, host = "127.0.0.1", port = 0 } = options;
  const checked = await loadContract();
  const { contract, responses } = checked;
  const deployment = readDeployment(options, contract);
  const targets = listTargets(contract);
  const plan = readFaultPlan(options.faults ?? { faults: [] }, targets);
  const platform = createPlatform(clock, deployment);
  const [owner] = platform.users.users;
  if (owner === undefined) throw new Error("The seed has no user");

  const http = await listen(port, host);
  const release = holdRequests(http.server);
  const baseUrl = options.publicBaseUrl ?? http.origin;
  const apiUrl = baseUrl + contract.basePath;
  const { wallClock } = platform;
  const tokens = await createTokenIssuer(baseUrl, apiUrl, wallClock);
  const journal = createJournal(options.log);
  const { log, record } = journal;
  const pauses = createPauses();
  const judge = createResponseJudge(checked);
  const context = { baseUrl, clock, wallClock, tokens, pauses, judge };
  const faults = createFaultEngine(targets, plan, context);
  const { interceptor = {} } = options;
  const exchange = {
    clock,
    wallClock,
    baseUrl,
    responses,
    interceptor,
    faults,
    pauses,
    log,
    record,
  };
  const endpoints = buildEndpoints(checked, platform, deployment, tokens, apiUrl);
  http.server.on("request", buildServer(contract, endpoints, exchange, deployment.limits));
  release();

  const controls = createControls(platform, deployment, tokens, owner.userId);
  let closing: Promise<void> | undefined;
  return {
    baseUrl,
    apiUrl,
    tokenUrl: `${baseUrl}/oauth/token`,
    contractUrl: `${apiUrl}/openapi.yaml`,
    vendor: deployment.vendor,
    users: platform.users.users,
    requests: journal.requests,
    defects: journal.defects,
    faults: faults.controls,
    ...controls.issueKey({ scopes, mode: "all_current" }),
    ...controls,
    close: () => {
      pauses.release();
      return (closing ??= http.close());
    },
  };
}

function readDeployment(options: SandboxOptions, contract: Contract): Deployment {
  const { vendor = "sandbox", contractVersion = contract.version } = options;
  if (!vendorForm.test(vendor)) throw new RangeError(`The vendor word must match ${vendorForm.source}`);
  return {
    vendor,
    contractVersion,
    limits: { ...baselineLimits, ...options.limits },
    features: { ...allFeatures, ...options.features },
    timing: { ...defaultTiming, ...options.timing },
  };
}
