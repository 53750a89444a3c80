import { expect, test } from "vitest";
import { buildPlan } from "../../../src/build-plan.js";
import { listMethodOperations } from "../../../src/diff/consumer/use-index.js";
import { loadContract } from "../../../src/load/load-contract.js";
import { repository } from "../../support/repository.js";

/** The methods of the fixture that send more than the operation that they are named after. */
test("lists every operation that a method sends, also those that the runtime adds", async () => {
  const loaded = await loadContract(`${repository}/fixtures/external-api/openapi.yaml`);
  const { plan } = buildPlan(loaded, { name: undefined, vendor: "vendor", locked: undefined });
  const { byMember } = listMethodOperations(plan);
  const methods = [...byMember].filter(([name]) => !name.startsWith("operations/"));
  expect(methods.filter(([, operations]) => operations.size === 0)).toEqual([]);
  const several = methods.filter(([, operations]) => operations.size > 1);
  const status = ["GET /operations/{}", "GET /operations/{}/result"];
  const analytics = ["GET /cabinets/{}/analytics-config", "POST /analytics-config/updates"];
  const sources = ["GET /projects/{}/sources", "POST /projects/source-updates"];
  expect(Object.fromEntries(several.map(([name, operations]) => [name, [...operations].sort()]))).toEqual({
    "AnalyticsResource.modifyConfig": analytics,
    "DealsResource.export": [...status, "POST /cabinets/{}/deals/export-jobs"],
    "DealsResource.import": [...status, "POST /gck/cabinets/{}/deals/import-jobs"],
    "OperationsResource.get": status,
    "OperationsResource.resume": status,
    "ProjectsResource.create": [...status, "POST /project-creation/projects"],
    "ProjectsResource.modifySources": sources,
    "SettingsResource.modify": ["GET /cabinets/{}/settings", "POST /settings/updates"],
  });
});
