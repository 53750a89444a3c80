import type { PropertyModel, SchemaNode } from "../../../../model/schema-model.js";
import { byText } from "../../../../text/by-text.js";
import { words } from "../../../../text/words.js";
import type { SchemaReader } from "../../schema-reader.js";
import { objectMembers, textOf } from "../../traits/body-members.js";
import {
  areClasses,
  isHolder,
  isValidationList,
  RETRYABLE,
  TRACES,
} from "../../traits/problems/error-models.js";
import { shownPath, type Path } from "../../traits/pagination/paths.js";
import type { ErrorSign } from "../sign.js";
import { distinguishing, isTextual, MESSAGES, named, namedCode, POSSIBLE } from "./error-members.js";

/** A code of errors, and how the configuration has it. */
export type FoundCode = Pick<ErrorSign, "shown" | "missing" | "members"> & {
  /** The name of its member. */
  readonly leaf: string;
  /** It is in a list, and every error has that and every entry has it. */
  readonly isInAll?: boolean;
};

/** A list whose entries have a code each; what a framework says of values of a request has none of the service. */
export function listSign(shared: SchemaNode, reader: SchemaReader, holder: Path = []): FoundCode | undefined {
  // What is called errors says more of them than another list that an error inherits.
  const members = [...objectMembers(shared, reader)].sort(
    (left, right) => Number(isOfErrors(right)) - Number(isOfErrors(left)) || byText(left.name, right.name),
  );
  for (const { name, schema, required: isListRequired } of members) {
    const { type } = reader.resolve(schema);
    if (type.kind !== "array" || isValidationList(schema, reader)) continue;
    const entry = distinguishing(type.items, reader);
    const code = namedCode(entry, POSSIBLE, reader);
    if (code === undefined) continue;
    // A list of causes or warnings has less of an error than a member of the error itself.
    const beside = isOfErrors({ name }) ? undefined : codeBeside(members, reader);
    const others = members.filter((member) => member !== beside);
    const detail = named(others, MESSAGES, reader) ?? named(entry, MESSAGES, reader);
    const list = [...holder, name];
    const above = detail !== undefined && members.includes(detail) ? holder : [...list, "0"];
    const trace = holder.length === 0 ? undefined : named(members, TRACES, reader);
    const isText = isTextual(code, reader);
    // The only text of an entry may be its code or what people read.
    const isEither = detail === code;
    const besideText = beside === undefined ? "" : `"${shownPath([...holder, beside.name])}" and `;
    return {
      leaf: code.name,
      isInAll: isListRequired && code.required,
      shown: `most error responses have ${besideText}the list "${shownPath(list)}" with "${code.name}"`,
      missing: !isText
        ? "that is a number, and a code must be a text"
        : beside !== undefined
          ? "nothing tells which of them is the code for programs"
          : isEither
            ? "nothing tells whether that is a code or a text for people"
            : "nothing tells which entry decides; the lines take the first",
      ...(isText && {
        members: {
          ...pathsOf([...list, "0", code.name], isEither ? undefined : detail && [...above, detail.name]),
          ...((isEither || beside !== undefined) && { code: "?" }),
          ...(trace && { traceId: shownPath([...holder, trace.name]) }),
          ...membersBeside(type.items, [...list, "0"], reader),
        },
      }),
    };
  }
  return undefined;
}

/** A member beside a list that may be the code of the error: its values are not all classes. */
function codeBeside(members: readonly PropertyModel[], reader: SchemaReader): PropertyModel | undefined {
  const mayBe = (member: PropertyModel) =>
    !/^[@_]/.test(member.name) &&
    isTextual(member, reader) &&
    !areClasses(member.name, reader.values(member.schema).map(String));
  return namedCode(members.filter(mayBe), POSSIBLE, reader);
}

function isOfErrors({ name }: Pick<PropertyModel, "name">): boolean {
  return /(?:^|_)errors?$/.test(words(name).join("_"));
}

/** What its description calls the identifier of a request: the `id` of an error (JSON:API). */
const OF_TRACE =
  /\btrac(?:e|ing)\b|\b(?:correlation|request) id|\bidentif\w{1,8} (?:for |of )?(?:the |this )?request\b/i;

/** What is retryable, and the trace, in the entry of a list or in an object of it: `errors.0.meta.retryable`. */
function membersBeside(
  entry: SchemaNode,
  above: Path,
  reader: SchemaReader,
): NonNullable<ErrorSign["members"]> {
  const own = objectMembers(entry, reader).map((member) => ({ member, path: [...above, member.name] }));
  const held = own
    .filter(({ member }) => isHolder(member.name))
    .flatMap(({ member, path }) =>
      objectMembers(member.schema, reader).map((inner) => ({ member: inner, path: [...path, inner.name] })),
    );
  const pathOf = (fits: (member: PropertyModel) => boolean) =>
    [...own, ...held].find(({ member }) => fits(member))?.path;
  const keyOf = ({ name }: PropertyModel) => words(name).join("_");
  const retryable = pathOf(
    (member) => RETRYABLE.includes(keyOf(member)) && reader.resolve(member.schema).type.kind === "boolean",
  );
  const traceId =
    pathOf((member) => TRACES.includes(keyOf(member))) ??
    pathOf(({ name, schema }) => name === "id" && OF_TRACE.test(textOf(schema, reader).slice(0, LONGEST)));
  return {
    ...(retryable !== undefined && { retryable: shownPath(retryable) }),
    ...(traceId !== undefined && { traceId: shownPath(traceId) }),
  };
}

/** Characters of a description that are searched. */
const LONGEST = 1000;

/** The lines of a code and its text for people. */
export function pathsOf(code: Path, detail: Path | undefined): NonNullable<ErrorSign["members"]> {
  return { code: shownPath(code), ...(detail !== undefined && { detail: shownPath(detail) }) };
}
