/** A text in code marks or quotes. */
const LITERAL = /`([^`\n]+)`|"([^"\n]+)"/gu;

/** Characters of a description that are searched. */
const LONGEST = 4000;

/** What comes before a value that is always the same: "Must be", "is always", "Fixed to", "Constant:". */
const ALWAYS =
  /\b(?:(?:must|shall|has to)\s+(?:always\s+)?(?:be|equal)|always(?:\s+(?:be|equals?))?|fixed(?:\s+(?:to|at))?|constant)\s*(?::\s*)?(?:(?:exactly|set to|the)\s+)*(?:(?:literal|constant|value|string|text|uri|urn)\s+)?$/iu;

/** What makes the value one of several, or one of some requests. */
const OPEN = /\b(?:not|never|or|either|if|when|where|unless|except|for|with|otherwise)\b|n['’]t\b/iu;

/**
 * The only value that a description allows: the literal of "Must be `urn:a:b`." and of "Is always `x`". A literal under a condition,
 * beside another or in a sentence that denies it does not count.
 *
 * @returns undefined: the description allows others, or says nothing
 */
export function statedConstant(description: string): string | undefined {
  const sentences = description.slice(0, LONGEST).split(/(?<=[.;!?])\s+|\n+/u);
  const stated = sentences.flatMap((sentence) => {
    const [first, ...others] = [...sentence.matchAll(LITERAL)];
    if (first === undefined || others.length > 0 || OPEN.test(sentence.replace(first[0], ""))) return [];
    return ALWAYS.test(sentence.slice(0, first.index)) ? [first[1] ?? first[2] ?? ""] : [];
  });
  const [value, ...more] = new Set(stated);
  return more.length === 0 ? value : undefined;
}
