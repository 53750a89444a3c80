import type { KeptCall } from "../../model/names/kept-calls.js";
import { isFirstChoice } from "../media.js";
import type { PlannedOperation } from "../methods/planned-operation.js";
import { listRepresentations, type TypeSources } from "../methods/representations.js";
import { successAnswers } from "../reading/answers.js";

/** What of an operation's call an addition to the contract could change: for the manifest. */
export function callToKeep({ model, input }: PlannedOperation, sources: TypeSources): KeptCall {
  const { body, words } = input;
  const beside = body !== undefined && [body, ...body.others].some(({ from }) => from === "members");
  // A path has had its parameters ever since, and those of the query come next, but where both have one name: others could
  // lose their names to them.
  const ofPath = new Set(input.parameters.flatMap(({ model }) => (model.in === "path" ? [model.name] : [])));
  const parameters = input.parameters.filter(
    ({ model: { name, in: place }, key }) =>
      key !== name || (place !== "path" && (place !== "query" || beside || ofPath.has(name))),
  );
  const { plainIn } = listRepresentations(model, sources);
  const answers = successAnswers(model).flatMap((answer) => {
    const [media] = plainIn(answer).flatMap((entry) => entry.media);
    return media === undefined || isFirstChoice(media, sources.reader)
      ? []
      : [[answer.status, media.mediaType] as const];
  });
  return {
    parameters: new Map(parameters.map(({ model: { name, in: place }, key }) => [`${place} ${name}`, key])),
    body: new Map(
      (body === undefined ? [] : [body, ...body.others]).map(({ media: { mediaType }, from }) => [
        mediaType,
        { from, word: words?.get(mediaType) ?? "" },
      ]),
    ),
    answers: new Map(answers),
    ...(body?.chosenBy !== undefined && { chosenBy: body.chosenBy }),
    ...(body?.undecided === true && { asked: true }),
  };
}
