import type {
  GivenBody,
  OperationDescriptor,
} from "../descriptors/operation-descriptor.js";
import {
  acceptedContent,
  successResponses,
} from "../response/choose-response.js";

/**
 * The body with members that make the server respond in what the call accepts (`stream: true`), whatever the input says; a
 * body that is not an object has none.
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 */
export function addRequestMembers(
  descriptor: OperationDescriptor,
  given: GivenBody | undefined,
  accept: readonly string[] | undefined,
): GivenBody | undefined {
  const requested = membersFor(descriptor, accept);
  if (Object.keys(requested).length === 0) return given;
  const media = descriptor.body?.content[0];
  if (given === undefined)
    return media === undefined ? undefined : { media, value: requested };
  const { value } = given;
  const isObject =
    Object.prototype.toString.call(value) === "[object Object]" &&
    typeof value === "object";
  return isObject ? { ...given, value: { ...value, ...requested } } : given;
}

/**
 * Members of the body that make the server respond in what the call accepts (`stream: true`).
 *
 * @param accept - media types that the call names; absent: all that need not be asked for
 */
function membersFor(
  { responses }: OperationDescriptor,
  accept: readonly string[] | undefined,
): Readonly<Record<string, boolean>> {
  const content = successResponses(responses).flatMap((response) =>
    acceptedContent(response, accept),
  );
  return Object.assign(
    {},
    ...content.map(({ requestMembers }) => requestMembers),
  ) as Readonly<Record<string, boolean>>;
}
