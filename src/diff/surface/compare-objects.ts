import { closeNames } from "../../text/words.js";
import type { Breaks, Local, LocalChange, Step } from "./pair.js";
import type { FormIndex, FormMember, ObjectForm } from "./forms.js";
import type { Role } from "./surface-change.js";

type Change = Omit<LocalChange, "step" | "types">;

/** What an object changes for callers that construct it or read it. */
export function compareObjects(before: ObjectForm, after: ObjectForm, role: Role, breaks: Breaks): Local {
  if (role === "read") return compareMembers(before, after, role, breaks);
  return compareMembers(withoutNever(before), withoutNever(after), role, breaks);
}

/** Code cannot construct members of `Record<string, never>`, the input of a call without parameters: any object may replace it. */
function withoutNever(form: ObjectForm): ObjectForm {
  const indexes = form.indexes.filter(({ type }) => type.kind !== "keyword" || type.name !== "never");
  return indexes.length === form.indexes.length ? form : { ...form, indexes };
}

function compareMembers(old: ObjectForm, now: ObjectForm, role: Role, breaks: Breaks): Local {
  const changes: LocalChange[] = [];
  const children: Local["children"][number][] = [];
  const compare = (step: Step, before: FormMember | FormIndex, after: FormMember | FormIndex) =>
    children.push({ step, pair: { kind: "types", role, old: before.type, now: after.type } });
  const renamed = findRenamed(old, now, role, breaks);
  for (const [name, before] of old.members) {
    const after = now.members.get(name);
    const step = memberStep(name, before, after);
    if (after !== undefined) {
      changes.push(...presence(before, after, role).map((change) => ({ ...change, step, types: [] })));
      compare(step, before, after);
      continue;
    }
    const index = indexFor(name, now);
    if (index !== undefined) compare(step, before, index);
    else changes.push({ ...goneMember(name, renamed.get(name)), step, types: [before.type] });
  }
  const taken = new Set(renamed.values());
  for (const [name, after] of now.members)
    if (!old.members.has(name) && !taken.has(name))
      changes.push({
        ...newMember(name, after, role),
        step: memberStep(name, undefined, after),
        types: [after.type],
      });
  const indexes = compareIndexes(old, now, role);
  return {
    changes: [...changes, ...indexes.changes],
    children: [...children, ...indexes.children],
  };
}

function memberStep(name: string, before: FormMember | undefined, after: FormMember | undefined): Step {
  return {
    kind: "member",
    name,
    owners: {
      ...(before?.owner !== undefined && { old: before.owner }),
      ...(after?.owner !== undefined && { now: after.owner }),
    },
  };
}

function presence(before: FormMember, after: FormMember, role: Role): readonly Change[] {
  if (before.optional === after.optional) return [];
  return before.optional
    ? [{ rule: "sdk.member-became-required", isBreaking: role === "constructed", arguments: {} }]
    : [{ rule: "sdk.member-became-optional", isBreaking: role === "read", arguments: {} }];
}

/** Reading it does not compile, nor does giving it in an object literal. */
function goneMember(name: string, renamed: string | undefined): Change {
  return renamed === undefined
    ? { rule: "sdk.member-removed", isBreaking: true, arguments: {}, names: { old: name } }
    : {
        rule: "sdk.member-renamed",
        isBreaking: true,
        arguments: { to: renamed },
        names: { old: name, now: renamed },
      };
}

function newMember(name: string, { optional }: FormMember, role: Role): Change {
  const isMissed = role === "constructed" && !optional;
  const rule = isMissed ? "sdk.member-required-added" : "sdk.member-added";
  return { rule, isBreaking: isMissed, arguments: {}, names: { now: name } };
}

/** The one member that took the place of the only one that is gone, of the same type and a similar name: old name → new name. */
function findRenamed(
  old: ObjectForm,
  now: ObjectForm,
  role: Role,
  breaks: Breaks,
): ReadonlyMap<string, string> {
  const gone = [...old.members].filter(
    ([name]) => !now.members.has(name) && indexFor(name, now) === undefined,
  );
  const come = [...now.members].filter(([name]) => !old.members.has(name));
  const [[from, before] = [], [to, after] = []] = [gone[0], come[0]];
  if (gone.length !== 1 || come.length !== 1 || before === undefined || after === undefined) return new Map();
  const isAlike =
    before.optional === after.optional && !breaks({ kind: "types", role, old: before.type, now: after.type });
  return isAlike && from !== undefined && to !== undefined && closeNames(from, to)
    ? new Map([[from, to]])
    : new Map();
}

function indexFor(name: string, { indexes }: ObjectForm): FormIndex | undefined {
  const matching = indexes.filter(({ prefix }) => name.startsWith(prefix));
  return matching.find(({ prefix }) => prefix !== "") ?? matching[0];
}

function compareIndexes(old: ObjectForm, now: ObjectForm, role: Role): Local {
  const changes: LocalChange[] = [];
  const children: Local["children"][number][] = [];
  const step = { kind: "others" } as const;
  for (const before of old.indexes) {
    const after = now.indexes.find(({ prefix }) => before.prefix.startsWith(prefix));
    if (after === undefined)
      changes.push({
        rule: "sdk.member-removed",
        isBreaking: true,
        arguments: {},
        step,
        types: [before.type],
      });
    else children.push({ step, pair: { kind: "types", role, old: before.type, now: after.type } });
  }
  const isNew = now.indexes.some(({ prefix }) => old.indexes.every((before) => before.prefix !== prefix));
  if (isNew && old.indexes.length < now.indexes.length)
    changes.push({
      rule: "sdk.member-added",
      isBreaking: false,
      arguments: {},
      step,
      types: now.indexes.map(({ type }) => type),
    });
  return { changes, children };
}
