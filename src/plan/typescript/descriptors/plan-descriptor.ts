import type {
  EncodingModel,
  MediaModel,
  OperationModel,
  PositionsModel,
  ServerModel,
} from "../../../model/api-model.js";
import { codeSpan } from "../../../text/printable.js";
import { ConstantReference } from "../../../text/constant-reference.js";
import type { SentBy } from "../../service/only-value.js";
import { readEventShape } from "../../service/events.js";
import type { IdentifierSources } from "../../service/identifiers/identifier-names.js";
import { listLongIntegers } from "../../service/long-values.js";
import { responseCodecOf, type CodecName, isSequential } from "../../service/media.js";
import {
  fullName,
  isRedirect,
  operationKey,
  statusKey,
  successResponses,
  unchangedResponse,
  pathAsSent,
} from "../../service/responses.js";
import { isNullable, type SchemaReader } from "../../service/schema-reader.js";
import { wordRules } from "../../service/traits/idempotency-keys.js";
import type { OperationTraits } from "../../service/traits/trait.js";
import type { JsonValue, ServerTemplatePlan } from "../client-plan.js";
import type {
  ResponseValue,
  BodyValue,
  DescriptorPlan,
  DescriptorValue,
  MediaValue,
  ParameterValue,
} from "../descriptor-plan.js";
import type { HeaderSets } from "../inputs/header-sets.js";
import type { InputParameter } from "../inputs/input-plan.js";
import type { PlannedOperation } from "../inputs/planned-operation.js";
import { listRepresentations, type TypeSources } from "../inputs/representations.js";
import { constantName } from "../names.js";
import { findIdentifiers } from "./find-identifiers.js";
import type { IdentifierPlan } from "./identifier-groups.js";
import { findUncounted } from "./find-uncounted.js";
import { responseReader, bodyWriter, jsonParser, parameterWriter, part } from "./runtime-parts.js";

/**
 * The constant that tells the runtime how an operation travels (`OperationDescriptor`).
 *
 * @param sent - what is sent where a caller gives no value.
 */
export function planDescriptor(
  planned: PlannedOperation,
  sources: ResponseSources,
  sent: SentBy,
): DescriptorPlan {
  const { model: operation, traits, input, security } = planned;
  const parameters = input.parameters.map((parameter) => planParameter(parameter, planned, sources, sent));
  const body = planBody(planned, sources);
  const value = {
    name: fullName(operation),
    method: operation.method,
    path: pathAsSent(operation),
    server: planServer(operation.servers),
    security: security.some((one) => one.length > 0) ? security.map(planAlternative) : undefined,
    parameters,
    body,
    checks: planChecks(parameters, body),
    responses: planResponses(planned, sources),
    retryClass: retryClass(traits),
    idempotencyHeader: traits.idempotentCreate?.facts.header,
    keys: traits.idempotentCreate === undefined ? undefined : planKeyRules(planned),
    arrange: traits.idempotentCreate === undefined ? undefined : part("sortedSnapshot"),
    conditionHeader: traits.conditionalChange?.facts.header,
  };
  return {
    kind: "operation",
    constant: constantName(operation.name.method),
    doc: { text: [codeSpan(operationKey(operation))], tags: [] },
    type: "OperationDescriptor",
    value,
  };
}

function planAlternative(alternative: OperationModel["security"][number]): JsonValue {
  return Object.fromEntries(alternative.map(({ scheme, scopes }) => [scheme, scopes]));
}

/** What the operation is to the retry policy. */
function retryClass(traits: OperationTraits): "read" | "keyed" | "conditional" | "write" {
  if (traits.safe !== undefined) return "read";
  if (traits.idempotentCreate !== undefined) return "keyed";
  return traits.conditionalChange === undefined ? "write" : "conditional";
}

/** What keys must fit, and how they are made where that is not a UUID. */
function planKeyRules({ keys }: PlannedOperation): DescriptorValue {
  const check = part("checkKey");
  if (keys === undefined) return { check };
  const { form } = keys;
  const rules = wordRules(keys.rules).map(({ pattern, must }) => [pattern, must]);
  const given = { check, rules: rules.length === 0 ? undefined : rules };
  if (form === undefined) return { ...given, make: part("refuseToMakeKey") };
  return Object.keys(form).length === 0 ? given : { ...given, make: part("makeKey"), form: { ...form } };
}

/** What an input is checked for, where something in it asks for it. */
function planChecks(
  parameters: readonly ParameterValue[],
  body: BodyValue | undefined,
): DescriptorValue | undefined {
  const hasIds = [...parameters, ...(body === undefined ? [] : [body])].some(
    (one) => ("id" in one && one.id !== undefined) || one.ids !== undefined,
  );
  const hasLong = [...parameters, ...(body?.content ?? [])].some(
    ({ longIntegers }) => longIntegers !== undefined,
  );
  const checks = [...(hasIds ? [part("checkIds")] : []), ...(hasLong ? [part("checkLongIntegers")] : [])];
  return checks.length === 0 ? undefined : checks;
}

function planParameter(
  { model, key }: InputParameter,
  { traits }: PlannedOperation,
  sources: IdentifierSources,
  sent: SentBy,
): ParameterValue {
  const identifiers = findUncounted(model, traits, sources);
  const style = model.in === "path" || model.in === "header" ? "simple" : "form";
  return {
    name: model.name,
    in: model.in,
    key: key === model.name ? undefined : key,
    required: model.required ? true : undefined,
    only: sent(model, sources.reader),
    style: model.style === style ? undefined : model.style,
    explode:
      model.explode === (model.style === "form" || model.style === "cookie") ? undefined : model.explode,
    allowReserved: model.allowReserved ? true : undefined,
    content: model.content?.mediaType,
    encoding: model.in === "querystring" ? model.content && planEncoding(model.content.encoding) : undefined,
    id: identifiers.id ? true : undefined,
    ...listIdentifiers(identifiers),
    longIntegers: listLongIntegers(model.schema, sources.reader),
    sensitive: model.sensitive ? true : undefined,
    write: parameterWriter(model, sources.reader),
  };
}

function planBody(
  { input, traits }: PlannedOperation,
  { identifiers, reader }: IdentifierSources,
): BodyValue | undefined {
  const { body } = input;
  const isKeyed = traits.idempotentCreate !== undefined;
  const hasMember = traits.streaming?.facts.member !== undefined;
  if (body === undefined) return undefined;
  const choices = [body, ...body.others];
  const schemas = choices.flatMap(({ media }) => media.schema ?? []);
  return {
    required: body.required ? true : undefined,
    from: body.from,
    choose:
      body.chosenBy === undefined
        ? undefined
        : { by: body.chosenBy, undecided: body.undecided, media: part("chooseBodyMedia") },
    addMembers: hasMember ? part("addRequestMembers") : undefined,
    content: choices.map(({ media, codec, from }) => ({
      ...planMedia(media, codec),
      write: bodyWriter(codec, isKeyed),
      longIntegers: listLongIntegers(media.schema, reader),
      from: from === body.from ? undefined : from,
    })),
    ...listIdentifiers(findIdentifiers(schemas, identifiers, reader)),
  };
}

function listIdentifiers(found: IdentifierPlan): Partial<Record<keyof IdentifierPlan, JsonValue>> {
  const { ids, idGroups } = found;
  return { ...(ids.length > 0 && { ids }), ...(idGroups.length > 0 && { idGroups }) };
}

/** What the runtime needs of a server to fill its address: the URL alone where it has no variables. */
function serverTemplate({ url, variables }: ServerModel): string | ServerTemplatePlan {
  if (variables.length === 0) return url;
  const choices = variables
    .filter(({ values }) => values.length > 0)
    .map(({ name, values }) => ({ name, values }));
  return {
    url,
    variables: Object.fromEntries(variables.map(({ name, default: initial }) => [name, initial])),
    ...(choices.length === 0 ? {} : { choices }),
  };
}

/** An operation's own servers: the first, with the others where it has some; undefined where the contract's is called. */
export function ownServer(servers: readonly ServerModel[] = []): string | ServerTemplatePlan | undefined {
  const [first, ...others] = servers;
  if (first === undefined) return undefined;
  const template = serverTemplate(first);
  if (others.length === 0) return template;
  return {
    ...(typeof template === "string" ? { url: template } : template),
    others: others.map(serverTemplate),
  };
}

/** A server of an operation's own, and what resolves it. */
function planServer(servers: readonly ServerModel[] | undefined): DescriptorValue | undefined {
  const at = ownServer(servers);
  return at === undefined ? undefined : { at, resolve: part("resolveOwnServer") };
}

/** A media type and how its bytes become a value (`MediaDescriptor`). */
function planMedia(media: MediaModel, codec: CodecName): MediaValue {
  return {
    mediaType: media.mediaType,
    codec,
    encoding: planEncoding(media.encoding),
    positions: codec === "parts" ? planPositions(media.positions) : undefined,
  };
}

/** How each member of a form is written (`EncodingDescriptor`); undefined when the contract says nothing of any. */
function planEncoding(encoding: MediaModel["encoding"] = {}): JsonValue | undefined {
  const entries = Object.entries(encoding);
  if (entries.length === 0) return undefined;
  return Object.fromEntries(entries.map(([name, one]) => [name, planOne(one)]));
}

/** How the elements of a list are written as parts (`PositionsDescriptor`). */
function planPositions(positions: PositionsModel | undefined): JsonValue | undefined {
  if (positions === undefined) return undefined;
  const { prefix, items } = positions;
  return {
    prefix: prefix.length === 0 ? undefined : prefix.map(planOne),
    items: items === undefined ? undefined : planOne(items),
  };
}

function planOne(model: EncodingModel): JsonValue {
  const { contentType, style, explode, allowReserved, headers, encoding, positions } = model;
  return {
    contentType,
    style,
    explode,
    allowReserved: allowReserved === true ? true : undefined,
    headers,
    encoding: planEncoding(encoding),
    positions: planPositions(positions),
  };
}

/** What the planning of responses looks things up in. */
interface ResponseSources extends TypeSources, IdentifierSources {
  readonly headers: HeaderSets;
}

/** Responses by status (`ResponseDescriptor`); those with the same content share an entry. */
function planResponses(planned: PlannedOperation, sources: ResponseSources): readonly ResponseValue[] {
  const { model: operation, traits } = planned;
  const success = successResponses(operation);
  const { negotiated } = listRepresentations(operation, sources);
  const mustNegotiate = new Set(negotiated.flatMap(({ media }) => media));
  const groups = new Map<string, Group>();
  const unchanged = unchangedResponse(operation);
  // Without a parameter to ask for it, a 304 is nothing that the types tell of.
  const described = operation.responses.filter(
    (response) => response.status !== "304" || response === unchanged,
  );
  for (const response of described) {
    const isSuccess = success.includes(response);
    // Of a redirect that is the response, its address is the value.
    const redirect = isSuccess && isRedirect(response) ? true : undefined;
    const followed = response.addressed;
    const read = redirect === true ? [] : response.content;
    const content = read.map((media) => {
      const codec = responseCodecOf(media, sources.reader);
      const long = longIntegers(media, codec, sources.reader);
      return {
        ...planMedia(media, codec),
        read: responseReader(codec),
        longIntegers: long,
        parse: jsonParser({ codec, longIntegers: long }),
        ...(codec === "events" && eventData(media, sources.reader)),
        ...(isSuccess && {
          nullable: codec === "json" && allowsNull(media, sources.reader) ? true : undefined,
          negotiated: mustNegotiate.has(media) ? true : undefined,
          requestMembers: requestMembersOf(codec, traits.streaming?.facts),
        }),
      };
    });
    const set = sources.headers.of(planned, response)?.descriptor.constant;
    const headers = set === undefined ? undefined : new ConstantReference(set);
    const key = JSON.stringify([isSuccess, redirect ?? false, content, set]);
    const group = groups.get(key) ?? {
      statuses: new Array<string | number>(),
      redirect,
      followed,
      content,
      headers,
    };
    group.statuses.push(...(response.anySuccess === true ? ["2XX"] : []), statusKey(response.status));
    // The entry may be that of named errors with the same content: of those it says nothing new.
    groups.set(key, response.errorsAlone === true ? { ...group, errorsAlone: true } : group);
  }
  return [...groups.values()].map((group) => ({ ...group }));
}

/** Whether JSON may be null: then a body may be empty as well. */
function allowsNull({ schema }: MediaModel, reader: SchemaReader): boolean {
  return schema === undefined || reader.resolve(schema).type.kind === "any" || isNullable(schema, reader);
}

interface Group {
  readonly statuses: (string | number)[];
  readonly redirect: true | undefined;
  readonly followed: true | undefined;
  readonly errorsAlone?: true;
  readonly content: readonly MediaValue[];
  readonly headers: ConstantReference | undefined;
}

/** Which integers of what is parsed as JSON are long ones. */
function longIntegers(media: MediaModel, codec: CodecName, reader: SchemaReader): JsonValue | undefined {
  return codec === "json" || isSequential(codec) ? listLongIntegers(media.schema, reader) : undefined;
}

function eventData(media: MediaModel, reader: SchemaReader): Readonly<Record<string, JsonValue | undefined>> {
  const shape = readEventShape(media, reader);
  return { data: shape?.data, textEvents: shape?.textEvents, jsonEvents: shape?.jsonEvents };
}

/** What the body has to say for a response to be a stream, or to be none where the server streams by itself. */
function requestMembersOf(
  codec: CodecName,
  facts: NonNullable<OperationTraits["streaming"]>["facts"] | undefined,
): JsonValue | undefined {
  if (facts?.member === undefined) return undefined;
  if (isSequential(codec)) return { [facts.member]: true };
  return facts.preset === true ? { [facts.member]: false } : undefined;
}
