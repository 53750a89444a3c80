import type { ParameterDescriptor } from "../call/operation-descriptor.js";
import { plainValue } from "./plain-value.js";

/** Writes a header parameter (style `simple`); header values are not percent-encoded (OpenAPI 3.1.1, Appendix D). */
export function expandHeader(
  parameter: ParameterDescriptor,
  value: unknown,
): string {
  const plain = plainValue(value, parameter.name);
  switch (plain.kind) {
    case "one":
      return plain.text;
    case "list":
      return plain.texts.join(",");
    case "members":
      return plain.members
        .map((member) => member.join(parameter.explode === true ? "=" : ","))
        .join(",");
  }
}
