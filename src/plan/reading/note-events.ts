import type { OperationModel } from "../../model/api-model.js";
import { codeSpan } from "../../text/code-span.js";
import { answerCodecOf } from "../media.js";
import { place, successAnswers } from "./answers.js";
import { readEventShape } from "./event-data.js";
import type { SchemaReader } from "./schema-reader.js";

/**
 * What a person should know of the events of streams: those that are described without data, which a reader drops (WHATWG
 * HTML, section 9.2.6), JSON that stays text, and items that are taken for the JSON of an event's data, though OpenAPI 3.2 has `itemSchema`
 * describe the event. One sentence a schema, with its place.
 */
export function noteEvents(operations: readonly OperationModel[], reader: SchemaReader): readonly string[] {
  const notes = operations.flatMap((operation) => {
    const where = codeSpan(place(operation));
    const streams = successAnswers(operation)
      .flatMap(({ content }) => content)
      .filter((media) => answerCodecOf(media, reader) === "events");
    return streams.flatMap((media) => {
      const shape = readEventShape(media, reader);
      const dropped = (shape?.dataless ?? []).map(
        ({ origin }) =>
          `An event of ${where} is described without \`data\`: the standard has an event without a line of data dropped. It arrives where the server sends an empty one. (${origin.pointer})`,
      );
      const closed = (shape?.closed ?? []).map(
        ({ origin }) =>
          `The data of an event of ${where} is JSON by its \`contentSchema\`, and stays text: it is read in a schema of events alone, where \`data\` has \`type: string\`, \`contentMediaType\` and \`contentSchema\` in one place. (${origin.pointer})`,
      );
      const { schema, perItem } = media;
      const taken =
        perItem === true && schema !== undefined && shape?.of === "data"
          ? [
              `\`itemSchema\` of ${where} describes no event (\`event\`, \`data\`, \`id\`, \`retry\`): it is taken for the JSON of an event's data. (${schema.origin.pointer})`,
            ]
          : [];
      return [...dropped, ...closed, ...taken];
    });
  });
  return [...new Set(notes)];
}
