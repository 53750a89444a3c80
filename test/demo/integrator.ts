/*
 * What an integrator writes. `npm start` puts it beside a client that was generated a moment ago, compiles both and runs
 * it against the sandbox; with other values in its two variables it runs against the service itself.
 */
import { ExternalApi, isStaleETagError } from "../../generated/external-api/index.js";
import type { Cabinet, DealsExportInput } from "../../generated/external-api/index.js";

const begun = performance.now();

const api = new ExternalApi({
  baseUrl: variable("BASE_URL"),
  accessKey: () => variable("ACCESS_KEY"), // asked for when a token is needed, and kept nowhere
  scopes: ["cabinet:read", "cabinet:settings:write", "cabinet:exports:run"],
  hooks: {
    token: ({ granted, expiresIn }) => {
      say("token", `${granted.join(" ")}, good for ${String(expiresIn)} s`);
    },
  },
});

await readCapabilities();
const cabinet = await listCabinets();
await changeSettings(cabinet);
await exportDeals(cabinet);

async function readCapabilities(): Promise<void> {
  const { contractVersion, limits, cabinetAccess } = await api.capabilities.get();
  const { readRequestsPerMinute: reads, postRequestsPerMinute: posts } = limits;
  say("capabilities", `contract ${contractVersion}, access to ${cabinetAccess.mode}`);
  say(
    "capabilities",
    `${String(reads)} reads and ${String(posts)} posts a minute, which the client keeps to`,
  );
}

/** Walks the cabinets page by page; `for await (const cabinet of api.cabinets.list())` hides the pages. */
async function listCabinets(): Promise<Cabinet> {
  const all: Cabinet[] = [];
  for await (const { items } of api.cabinets.list({ limit: 3 }).pages()) {
    say("cabinets", items.map(({ name }) => name).join(", "));
    all.push(...items);
  }
  const [first] = all;
  if (first === undefined) throw new Error("This key opens no cabinet.");
  return first;
}

/** A change names the version that it was built from; without an `ifMatch` it would not compile. */
async function changeSettings({ cabinetId }: Cabinet): Promise<void> {
  const reason = "Alerts moved to the chat";
  const { value, etag } = await api.cabinets.getSettings(cabinetId);
  say("settings", `read, missed call alerts are ${onOff(value.missedCallAlerts)}, ETag ${etag}`);

  const patch = { missedCallAlerts: !value.missedCallAlerts };
  const changed = await api.settings.update({ cabinetId, reason, patch }, { ifMatch: etag });
  say("settings", `changed, alerts are ${onOff(changed.value.missedCallAlerts)}, ETag ${changed.etag}`);

  try {
    await api.settings.update({ cabinetId, reason, patch }, { ifMatch: etag });
  } catch (error) {
    if (!isStaleETagError(error)) throw error;
    say("settings", "the old ETag is refused; the error can be logged as it is:");
    console.log(error);
  }

  const modified = await api.settings.modify(cabinetId, ({ workingHours }) => ({
    reason: "Open until nine",
    patch: { workingHours: { ...workingHours, to: "21:00" } },
  }));
  say("settings", `modified, open until ${modified.value.workingHours.to}, ETag ${modified.etag}`);
}

/** The intent is what must happen once: started again, here or after a crash, it is the same export. */
async function exportDeals({ cabinetId }: Cabinet): Promise<void> {
  const input: DealsExportInput = { cabinetId, reason: "Monthly report", filter: { stages: ["won"] } };
  const options = { intent: "monthly-report-2026-11" };
  const job = await api.deals.export(input, options);
  const again = await api.deals.export(input, options);
  say(
    "export",
    `started ${job.id}; asked for twice, ${job.id === again.id ? "started once" : "started twice"}`,
  );

  await job.wait({
    deadline: "1m",
    onProgress: ({ status, operation: { progress } }) => {
      say("export", `${status}, ${String(progress.processed)} of ${String(progress.total ?? "?")} rows`);
    },
  });

  let rows = 0;
  for await (const { items } of job.results({ pageSize: 250 }).pages()) {
    rows += items.length;
    say("export", `a page of ${String(items.length)} rows, ${String(rows)} so far`);
  }
}

function onOff(value: boolean): string {
  return value ? "on" : "off";
}

function say(what: string, text: string): void {
  const milliseconds = Math.round(performance.now() - begun);
  console.log(`  ${`${String(milliseconds)} ms`.padStart(8)}  ${what.padEnd(12)}  ${text}`);
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`Set ${name} in the environment.`);
  return value;
}
