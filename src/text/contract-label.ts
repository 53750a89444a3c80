/** What a contract says of itself (OpenAPI, Info Object). A comparison has both as they are written: either may be blank, or missing. */
interface Info {
  readonly title: string;
  readonly version: string;
}

/** The same, with the version that the contract states beside `info.version`. */
interface StatedInfo extends Info {
  readonly statedVersion?: string;
}

/** A contract in a line for a person: `Museum API 1.2.0`. */
export function contractLabel({ title, version }: Info): string {
  const parts = [title, version].map((text) => text.trim()).filter((text) => text !== "");
  return parts.length === 0 ? "a contract without title and version" : parts.join(" ");
}

/** What a client is of, within a sentence: `Museum API, contract version 1.2.0`. */
export function clientOf({ title, version, statedVersion = version }: StatedInfo): string {
  return `${title}, contract version ${statedVersion}`;
}
