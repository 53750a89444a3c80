import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

const contract = (path: string, id: string, summary: string, method = "get") => `
paths:
  ${path}:
    ${method}: { operationId: ${id}, summary: ${JSON.stringify(summary)}, parameters: [{ in: query, name: to, schema: { type: string } }], responses: { '200': { description: D, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } }`;

const shownOf = (given: string) =>
  planOf(given).traits.lost.flatMap(({ trait, shown }) => (trait === "safe" ? [shown] : []));

test.each([
  ["/messages/send", "m1", "Send a message", 'text and path have "send"'],
  ["/messages/send", "sendMessage", "A message", 'operationId and path have "send"'],
  ["/things", "deleteThing", "Deletes a thing.", 'text and operationId have "delete"'],
  ["/groups/addMember", "m1", "addMember", 'text and path have "add"'],
  ["/api/views.update", "m1", "Update an existing view.", 'text and path have "update"'],
  ["/rides/cancel", "cancelRide", "Cancel a ride", 'text and path have "cancel"'],
  ["/rides/{ride}:cancel", "cancelRide", "Cancel ride", 'text and path have "cancel"'],
  ["/archive/delete", "getDelete", "Delete a thing.", 'text and path have "delete"'],
])("a GET that does something is a sign: %s %s %s", (path, id, summary, want) => {
  expect(shownOf(contract(path, id, summary))).toEqual([`its ${want}, as those of a change do`]);
});

test.each([
  ["/sends", "sendAnalytics", "Send Analytics"],
  ["/add-ons", "addOns", "Add-ons"],
  ["/delete-requests", "listDeleteRequests", "Delete requests"],
  ["/restart-policies", "policies", "Restart policies"],
  ["/send", "getSend", "Send statistics"],
  ["/orders/create", "getForm", "Create order form"],
  ["/messages/send", "getSend", "The state of a send"],
  ["/update-history", "updateHistory", "Update history"],
  ["/removed", "listRemoved", "Removed things"],
  ["/messages", "listMessages", "Send this to see all messages"],
])("%s %s %s is no sign", (path, id, summary) => {
  expect(shownOf(contract(path, id, summary))).toEqual([]);
});

test.each(["post", "options"])("a method other than GET is no sign of this kind: %s", (method) => {
  expect(shownOf(contract("/messages/send", "sendMessage", "Send a message", method))).toEqual([]);
});

test("its lines end repeats, and it can be accepted", async () => {
  const given = contract("/messages/send", "sendMessage", "Send a message");
  const [sign] = planOf(given).traits.lost;
  const under = async (lines: readonly string[] = []) => {
    const { traits } = await planUnder(given, lines.join("\n"));
    return [traits.lost, traits.operations[0]?.traits.safe !== undefined];
  };
  expect(await under(sign?.lines)).toEqual([[], false]);
  expect(await under(sign?.meant)).toEqual([[], true]);
});
