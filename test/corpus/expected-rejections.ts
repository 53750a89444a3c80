/** A document that is itself at fault. */
export interface ExpectedRefusal {
  /** Path in the corpus. */
  readonly document: string;
  /** Part of what the refusal says or shows. */
  readonly says: string;
  /** What is wrong with the document. */
  readonly why: string;
}

const nothing = "There is nothing to generate: the contract has no paths, webhooks or components.";

/** Documents that nothing can be generated from, whoever tries. The generator knows none of them. */
export const expectedRefusals: readonly ExpectedRefusal[] = [
  {
    document: "edge/hey30/invalid/servers-array.yaml",
    says: nothing,
    why: "its paths are empty, and there is nothing else in it",
  },
  {
    document: "edge/hey30/invalid/servers-entry.yaml",
    says: nothing,
    why: "its paths are empty, and there is nothing else in it",
  },
  {
    document: "edge/hey30/invalid/servers-required.yaml",
    says: nothing,
    why: "its paths are empty, and there is nothing else in it",
  },
  {
    document: "full31.yaml",
    says: "Can't resolve $ref: The file",
    why: "it refers to a file that is not there",
  },
];
