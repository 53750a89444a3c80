import type { ApiModel } from "../../../model/api-model.js";
import type { Origin } from "../../../model/schema-model.js";

/** A text of a contract, and where it is. */
export interface ContractText {
  /** "the description of GET /orders" */
  readonly by: string;
  readonly text: string | undefined;
  readonly origin: Origin;
}

/** The descriptions of a contract and of its tags, which are about all operations, or several. */
export function contractTexts({
  contract,
  tags,
}: Pick<ApiModel, "contract" | "tags">): readonly ContractText[] {
  return [
    {
      by: "the description of the contract",
      text: contract.description,
      origin: { pointer: "#/info/description" },
    },
    ...tags.map(({ name, description }) => ({
      by: `the description of the tag ${JSON.stringify(name)}`,
      text: description,
      origin: { pointer: "#/tags" },
    })),
  ];
}
