import type { MethodPlan } from "../client-plan.js";
import { codeSpan } from "../../text/code-span.js";
import { pascal, words } from "../../text/words.js";
import { isPlainType, isSequential } from "../media.js";
import { assembleMethod } from "./assemble-method.js";
import { type CallForm, callType, plainForm } from "./call-form.js";
import type { MethodNames } from "./method-names.js";
import type { HeaderSets } from "../headers/header-sets.js";
import type { PlannedOperation } from "./planned-operation.js";
import { withoutAddress } from "./redirected-form.js";
import { listRepresentations, type Representation, type TypeSources, valueOf } from "./representations.js";
import { streamOptions } from "./stream-options.js";

/** What the planning of alternatives looks things up in. */
interface AlternativeSources extends TypeSources {
  readonly names: MethodNames;
  readonly headers: HeaderSets;
}

/**
 * The methods that ask for the answer in another media type than the operation's own does: `getAsXml` beside `get`.
 * Streams have methods of their own.
 */
export function planAlternatives(
  operation: PlannedOperation,
  sources: AlternativeSources,
): readonly MethodPlan[] {
  // The answer of a start tells of its operation; the runtime reads it.
  if (operation.traits.background !== undefined) return [];
  const { asked, nothing } = listRepresentations(operation.model, sources);
  // Answers may describe one media type differently: it is asked for once, and gives what any of them has.
  const byType = new Map<string, Representation[]>();
  for (const representation of asked.filter(({ codec }) => !isSequential(codec))) {
    for (const mediaType of mediaTypes(representation))
      byType.set(mediaType, [...(byType.get(mediaType) ?? []), representation]);
  }
  return [...byType].map(([mediaType, representations]) => {
    const short = `${operation.model.name.method}As${shortWord(mediaType)}`;
    const long = `${operation.model.name.method}As${pascal(words(mediaType.replaceAll("*", "any")))}`;
    const name = sources.names.claim(operation.model, `as ${mediaType}`, [short, long]);
    return assembleMethod(
      operation,
      name,
      withoutAddress(alternativeForm(operation, mediaType, representations, nothing), operation.model),
      sources.headers,
    );
  });
}

function mediaTypes({ media }: Representation): readonly string[] {
  const names = media.map(({ mediaType }) => mediaType).filter(isPlainType);
  return [...new Set(names)];
}

function alternativeForm(
  operation: PlannedOperation,
  mediaType: string,
  representations: readonly Representation[],
  nothing: boolean,
): CallForm {
  const value = valueOf(representations, nothing);
  const asText = representations.every(({ codec }) => codec === "text") ? " as text" : "";
  return {
    ...plainForm("callAs", [value], callType(value)),
    extra: [{ kind: "text", value: mediaType }],
    options: streamOptions(operation),
    valueIn: ({ content }) => {
      if (content.length === 0) return valueOf([], true);
      const own = content.filter((media) => media.mediaType === mediaType);
      const found = representations.filter(({ media }) => own.some((one) => media.includes(one)));
      return found.length === 0 ? undefined : valueOf(found, false);
    },
    notes: [`Asks for ${codeSpan(mediaType)}${asText}; \`${operation.model.name.method}\` does not.`],
  };
}

/** `application/vnd.gallery.v2+json` → `GalleryV2Json`, `text/plain` → `Text`, `image/*` → `Image`. */
function shortWord(mediaType: string): string {
  const [type = "", subtype = ""] = mediaType.replace(/;.*$/, "").split("/");
  if (subtype === "*") return pascal(words(type === "*" ? "any" : type));
  if (type === "text" && subtype === "plain") return "Text";
  return pascal(words(subtype.replace(/^(?:vnd|prs|x)[.-]/, "")));
}
