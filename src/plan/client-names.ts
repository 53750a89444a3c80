import type { ApiModel } from "../model/api-model.js";
import type { KeptCall } from "../model/kept-calls.js";
import type { KeptNames } from "../model/names/kept-names.js";
import { byText } from "../text/by-text.js";
import { isFirstChoice } from "./service/media.js";
import { fullName, place, successAnswers } from "./service/responses.js";
import type { WebhookPlan } from "./typescript/client-plan.js";
import type { PlannedOperation } from "./typescript/inputs/planned-operation.js";
import { listRepresentations, type TypeSources } from "./typescript/inputs/representations.js";
import { formToKeep, printForm } from "./typescript/methods/kept-forms.js";
import type { MethodSources } from "./typescript/methods/method-sources.js";

/** Everything that was given a name. */
interface NamedParts {
  readonly schemas: ApiModel["schemas"];
  readonly alternatives: ApiModel["alternatives"];
  readonly sources: MethodSources;
  /** Identities of the schemas that requests have with bytes under their own name. */
  readonly namedByBytes: ReadonlySet<string>;
  readonly operations: readonly PlannedOperation[];
  readonly webhooks: readonly WebhookPlan[];
}

/** The names of a client by what they are known by between generations, for its manifest. */
export function clientNames({
  schemas,
  alternatives,
  namedByBytes,
  sources,
  operations,
  webhooks,
}: NamedParts): Required<KeptNames> {
  return {
    operations: Object.fromEntries(operations.map(({ model }) => [place(model), fullName(model)])),
    models: Object.fromEntries([
      ...schemas.map(({ identity, name }) => [identity, name] as const),
      ...sources.types.secondShapes,
    ]),
    alternatives: Object.fromEntries(alternatives),
    shapes: nameShapes(sources.types.namedByRequests, namedByBytes),
    enums: Object.fromEntries([...sources.types.openEnums].map(([key, { since }]) => [key, since])),
    calls: Object.fromEntries(
      operations
        .map((operation) => [place(operation.model), printCall(callToKeep(operation, sources))] as const)
        .filter(([, call]) => call !== ""),
    ),
    forms: Object.fromEntries(
      operations
        .map((operation) => [place(operation.model), printForm(formToKeep(operation, sources))] as const)
        .filter(([, form]) => form !== ""),
    ),
    methods: Object.fromEntries(sources.names.given),
    headers: Object.fromEntries(sources.headers.identities),
    webhooks: Object.fromEntries(
      webhooks.flatMap(({ name, identities }) => identities.map((identity) => [identity, name])),
    ),
  };
}

/** Whose name it is, in words: `request`, `bytes`. By the identity of the schema, sorted. */
function nameShapes(
  requests: ReadonlySet<string>,
  bytes: ReadonlySet<string>,
): Readonly<Record<string, string>> {
  const identities = [...new Set([...requests, ...bytes])].sort(byText);
  return Object.fromEntries(
    identities.map((identity) => [
      identity,
      [...(requests.has(identity) ? ["request"] : []), ...(bytes.has(identity) ? ["bytes"] : [])].join(" "),
    ]),
  );
}

/** What of an operation's call an addition to the contract could change: for the manifest. */
function callToKeep({ model, input }: PlannedOperation, sources: TypeSources): KeptCall {
  const { body, words } = input;
  const beside = body !== undefined && [body, ...body.others].some(({ from }) => from === "members");
  // A path has had its parameters ever since, and those of the query come next, but where both have one name: others could
  // lose their names to them.
  const ofPath = new Set(input.parameters.flatMap(({ model }) => (model.in === "path" ? [model.name] : [])));
  const parameters = input.parameters.filter(
    ({ model: { name, in: place }, key }) =>
      key !== name || (place !== "path" && (place !== "query" || beside || ofPath.has(name))),
  );
  const { plainIn } = listRepresentations(model, sources);
  const answers = successAnswers(model).flatMap((answer) => {
    const [media] = plainIn(answer).flatMap((entry) => entry.media);
    return media === undefined || isFirstChoice(media, sources.reader)
      ? []
      : [[answer.status, media.mediaType] as const];
  });
  return {
    parameters: new Map(parameters.map(({ model: { name, in: place }, key }) => [`${place} ${name}`, key])),
    body: new Map(
      (body === undefined ? [] : [body, ...body.others]).map(({ media: { mediaType }, from }) => [
        mediaType,
        { from, word: words?.get(mediaType) ?? "" },
      ]),
    ),
    answers: new Map(answers),
    ...(body?.chosenBy !== undefined && { chosenBy: body.chosenBy }),
    ...(body?.undecided === true && { asked: true }),
  };
}

/** A call as one line of a manifest, which the model reads again; empty when there is nothing to keep. */
export function printCall({ parameters, body, chosenBy, asked, answers }: KeptCall): string {
  const pairs = [
    ...[...parameters].map(([identity, key]) => [identity.replace(" ", "."), key] as const),
    ...[...body].map(
      ([mediaType, { from, word }]) => [`body.${mediaType}`, word === "" ? from : `${from}.${word}`] as const,
    ),
    ...(chosenBy === undefined ? [] : [["chosenBy", chosenBy] as const]),
    ...(asked === true ? [["undecided", "asked"] as const] : []),
    ...answers,
  ];
  return pairs.map((pair) => pair.map(escape).join("=")).join(" ");
}

/** Spaces and `=` part the words; other characters stay readable. */
function escape(text: string): string {
  return text.replace(/[%= ]/g, (character) => encodeURIComponent(character));
}
