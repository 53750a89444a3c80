import type { ClientPlan } from "../plan/typescript/client-plan.js";
import { codeSpan } from "../text/printable.js";
import { htmlToMarkdown } from "./html-to-markdown.js";
import { afterColon, inline } from "./readme.js";
import { renderTemplate } from "./render-template.js";

/** `api.md`: every method with its verb, path and scope. */
export function printApiList(plan: ClientPlan): string {
  return renderTemplate("api.md", {
    heading: `${inline(plan.contract.title)}: every method`,
    version: inline(plan.contract.statedVersion ?? plan.contract.version),
    resources: plan.resources.map((resource) => ({
      member: resource.member,
      methods: resource.methods.map(({ name, listing }) => ({
        call: `\`${resource.member}.${name}\``,
        wire: codeSpan(`${listing.verb} ${listing.path}`),
        scopes: listing.scopes === "" ? "" : `, ${listing.scopes}`,
        summary: afterColon(
          listing.summary.trim() === "" ? firstSentence(listing.description) : listing.summary,
        ),
      })),
    })),
  });
}

/** Columns of a sentence in place of a summary. */
const LONGEST = 160;

/** A dot that ends a sentence: a capital letter follows, and no abbreviation precedes. */
const SENTENCE_END = /(?<!\b(?:approx|cf|e\.g|etc|i\.e|vs|\p{Lu}))[.!?](?=\s+[\p{Lu}[`]|$)/u;

/** The first sentence of a description; cut between words where it is long. */
function firstSentence(description: string): string {
  const text = firstParagraph(description);
  const end = SENTENCE_END.exec(text);
  const sentence = end === null ? text : text.slice(0, end.index);
  if (sentence.length <= LONGEST) return sentence;
  return `${sentence.slice(0, sentence.lastIndexOf(" ", LONGEST))} …`;
}

/** The first paragraph of a text on one line, without HTML, marks of headings and emphasis, and addresses of links. */
function firstParagraph(text: string): string {
  const [paragraph = ""] = htmlToMarkdown(text)
    .trim()
    .split(/\n[^\S\n]*\n/u, 1);
  return paragraph
    .replace(/^#{1,6}\s/u, "")
    .replaceAll("**", "")
    .replace(/\[([^[\]]*)\]\([^()\s]*\)/gu, "$1")
    .replace(/\s+/gu, " ")
    .trim();
}
