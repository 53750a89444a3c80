import type { OperationModel, ResponseModel } from "../../../../model/api-model.js";
import { words } from "../../../../text/words.js";
import { jsonContent, jsonResponse } from "../../responses.js";
import type { SchemaReader } from "../../schema-reader.js";
import { isStateName } from "../../traits/background/final-states.js";
import { startIdOf } from "../../traits/background/given-parameters.js";
import { shapeOf } from "../../traits/background/status-paths.js";
import { type BodyMember, listBodyMembers } from "../../traits/body-members.js";
import { valuesOf } from "./unfailing-states.js";

/** Last words of a path that do something to a machine, or to what it runs, which takes a while. */
const DEED =
  /^(?:deploy|provision|reboot|rebuild|redeploy|reset|resize|restart|restore|resume|scale|start|stop|suspend|upgrade)$/u;

/**
 * The state in which what an operation does is still being done, by the last word of its path: `starting` after `/start`. A state is that of
 * the thing which the path names.
 */
export function startedState(
  { method, path }: OperationModel,
  response: ResponseModel,
  reader: SchemaReader,
): { readonly member: BodyMember; readonly value: string } | undefined {
  const [, segment = ""] = /\}[/:]([^/:{}]+)\/?$/u.exec(path) ?? [];
  const [verb = "", ...others] = words(segment);
  if (method === "GET" || others.length > 0 || !DEED.test(verb)) return undefined;
  const doing = new RegExp(`^${verb.replace(/e$/u, "")}${verb.at(-1) ?? ""}?ing$`, "iu");
  return listBodyMembers(jsonContent(response, reader)?.schema, reader)
    .filter(({ key }) => isStateName(key))
    .flatMap((member) => valuesOf(member, reader).map((value) => ({ member, value })))
    .find(({ value }) => doing.test(value));
}

/** The read that gives the same state of what the path of a start names: at the path of that, or right below it. */
export function readOfStarted(
  operation: OperationModel,
  state: BodyMember,
  byShape: ReadonlyMap<string, OperationModel>,
  reader: SchemaReader,
): OperationModel | undefined {
  const thing = shapeOf(operation.path.slice(0, operation.path.lastIndexOf("}") + 1));
  const values = JSON.stringify(valuesOf(state, reader));
  return [`${thing}/state`, `${thing}/status`, thing]
    .flatMap((shape) => byShape.get(shape) ?? [])
    .find(
      (read) =>
        startIdOf(operation, read, reader) !== undefined &&
        listBodyMembers(jsonResponse(read, reader)?.schema, reader).some(
          (one) => one.at === state.at && JSON.stringify(valuesOf(one, reader)) === values,
        ),
    );
}
