import { expect, test } from "vitest";
import { planOf } from "../plan-of.js";
import { planUnder } from "./overrides/configured.js";

const contract = (path: string, id: string, summary: string, method = "get") => `
paths:
  ${path}:
    ${method}: { operationId: ${id}, summary: ${JSON.stringify(summary)}, parameters: [${path.includes("{") ? `{ in: path, name: ${/\{(\w+)\}/u.exec(path)?.[1] ?? ""}, required: true, schema: { type: string } }, ` : ""}{ in: query, name: to, schema: { type: string } }], responses: { '200': { description: D, content: { application/json: { schema: { type: object, properties: { id: { type: string } } } } } } } }`;

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
  ["/topics", "GET_DeleteTopic", "Deletes a topic.", 'text and operationId have "delete"'],
  ["/boxes/{box}/fork", "forkBox", "forkBox", 'text and path have "fork"'],
  ["/hooks/execute/{hook}", "hookQuery", "Executes the hook of that name", 'text and path have "execute"'],
  ["/devices/{id}/resetToken", "m1", "Reset a token", 'text and path have "reset"'],
  ["/archive/delete", "getDelete", "Delete a thing.", 'text and path have "delete"'],
])("a GET that does something is a sign: %s %s %s", (path, id, summary, want) => {
  expect(shownOf(contract(path, id, summary))).toEqual([`its ${want}, as those of a change do`]);
});

test.each<readonly [string, string, string, string]>([
  ["/carts/{cart}/anonymous", "m1", "Remove all data of persons", "remove"],
  ["/carts/{cart}/anonymous", "m1", "This call removes all data of persons, and keeps the items.", "remove"],
  ["/carts", "m1", "Get current or create a new cart", "create"],
  ["/auth/token", "getToken", "Generate a new access token for a service", "generate"],
  ["/auth/code", "m1", "This endpoint generates a new temporary token for the user.", "generates"],
  ["/auth/session", "m1", "Issues an access token", "issues"],
  ["/users/{id}", "m1", "Generates a new password for the user", "generates"],
  ["/locks/{id}", "m1", "Instructs the door lock to open", "instructs"],
  ["/keys/{key}", "m1", "Rotates the API key", "rotates"],
  ["/passwords", "m1", "Rotates the database passwords", "rotates"],
  ["/passwords", "m1", "Regenerates the backup passwords", "regenerates"],
  ["/keys/new", "m1", "Generates a random API key and stores it for the user", "generates"],
  ["/passwords/new", "m1", "Generates a random password for the user and sends it by e-mail.", "generates"],
  ["/auth/session", "m1", "Issue access token", "issue"],
  ["/auth/session", "m1", "Issues access token.", "issues"],
  ["/users/{id}/session", "m1", "Forces the user to log out", "forces"],
  ["/users/{id}/session", "m1", "Force logout of the user", "force"],
  ["/passwords/new", "m1", "Generates a strong password, saves it and returns it", "generates"],
  ["/drones/{id}/land", "m1", "Commands the drone to land", "commands"],
  ["/calls", "m1", "Validate a phone number by calling it for one ring", "validate"],
  ["/sources/{id}", "m1", "Activate/deactivate anonymization of a source", "activate"],
  ["/tags/{id}", "m1", "Add or remove tags", "add"],
  ["/plans/{id}", "m1", "Enables or disables the plan", "enable"],
  ["/devices/{id}/fast", "m1", "Force a device to send its data every second", "force"],
])("a GET whose text alone says it is a sign: %s %s %s", (path, id, summary, verb) => {
  expect(shownOf(contract(path, id, summary))).toEqual([`its text has "${verb}", as that of a change does`]);
});

const NONE: readonly (readonly [string, string, string, string?])[] = [
  ["/carts/{cart}/anonymous", "getAnonymous", "Remove all data of persons"],
  ["/images/plain", "m1", "Removes the background of an image"],
  ["/tokens", "m1", "Generates a list of tokens"],
  ["/issues", "m1", "Issues by token"],
  ["/issues", "m1", "Issues access tokens have"],
  ["/passwords", "m1", "Generates a random password"],
  ["/passwords", "m1", "Generate passwords"],
  ["/passwords", "m1", "Generates a random password and returns it"],
  ["/csrf", "m1", "Creates a CSRF token"],
  ["/csrf", "m1", "Creates a CSRF token and sends it in a cookie"],
  ["/csrf", "m1", "Generates a CSRF token and saves it in the session"],
  ["/passwords", "m1", "Generates a random password then stores it on the clipboard"],
  ["/users", "m1", "Forces the user to be an administrator"],
  ["/search", "m1", "Forces the result to contain all words"],
  ["/answer", "m1", "Instructs the model to answer in one sentence"],
  ["/usage", "m1", "Generate a token usage report"],
  ["/tokens/{id}", "m1", "Get a token"],
  ["/calls", "m1", "Validate a phone number by its country"],
  ["/status", "m1", "Validate an endpoint by calling it"],
  ["/pets", "m1", "Force the server to send XML"],
  ["/pets/{id}", "m1", "Forces a value to be an integer"],
  ["/carts/{cart}/forms", "m1", "Removed all data of persons"],
  ["/carts", "m1", "Get the cart that a user is to create or to change"],
  ["/carts/{cart}/stop", "stopDetails", "Stop details"],
  ["/pets/startSearch", "startSearch", "Starts a new search for pets"],
  ["/pets/execute", "m1", "Executes a stored query"],
  ["/stop-points/{id}/stop", "stopPoint", "Gets a point", "Returns it."],
  ["/lines/{id}/stop", "stopLine", "", "Returns where a line stops."],
  ["/views/{id}/addToSet", "m1", "Get addToSet of a view", "Adds the results to a set."],
  ["/pets/forks", "forks", "Fork list"],
  ["/sends", "sendAnalytics", "Send Analytics"],
  ["/add-ons", "addOns", "Add-ons"],
  ["/delete-requests", "listDeleteRequests", "Delete requests"],
  ["/restart-policies", "policies", "Restart policies"],
  ["/send", "getSend", "Send statistics"],
  ["/orders/create", "getForm", "Create order form"],
  ["/messages/send", "getSend", "The state of a send"],
  ["/update-history", "updateHistory", "Update history"],
  ["/removed", "listRemoved", "Removed things"],
  ["/plans/{id}", "m1", "Enable/disable status of a plan"],
  ["/tags", "m1", "Add or remove history"],
  ["/tags", "listTags", "Add or remove tags"],
  ["/tags", "m1", "Add-ons or removed tags"],
  ["/tags", "m1", "Create or view tags"],
  ["/messages", "listMessages", "Send this to see all messages"],
];

test.each(NONE.map((one) => ({ one })))(
  "$one is no sign",
  ({ one: [path, id, summary, description = ""] }) => {
    const text = `summary: ${JSON.stringify(summary)}, `;
    const given = contract(path, id, summary);
    expect(shownOf(given.replace(text, `${text}description: ${JSON.stringify(description)}, `))).toEqual([]);
  },
);

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
