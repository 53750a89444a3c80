import type { ClientTypes } from "./client-types.js";
import type { Step, TypePair } from "./pair.js";
import { type Anchor, atItems, atMember, atOthers, atPart, type Position } from "./position.js";

/** Positions in both clients. */
export interface ClientPositions {
  /** Whether another type took the place of a declared one that the new client still has: that is a change of what uses it. */
  readonly isExchanged: (pair: TypePair) => boolean;
  /** A type that has a name is reported by its name, wherever it is used. */
  readonly atNamed: (pair: TypePair, position: Position) => Position;
  /** Where a step from a position leads. */
  readonly atStep: (position: Position, step: Step) => Position;
}

type Owners = NonNullable<Extract<Step, { readonly kind: "member" }>["owners"]>;

/** Makes the positions of two clients. */
export function clientPositions(old: ClientTypes, now: ClientTypes): ClientPositions {
  return { isExchanged, atNamed, atStep };

  function isExchanged(pair: TypePair): boolean {
    const before = pair.old.kind === "name" ? pair.old.name : undefined;
    if (before === undefined || (pair.now.kind === "name" && pair.now.name === before)) return false;
    return old.declaration(before) !== undefined && now.declaration(before) !== undefined;
  }

  function atNamed(pair: TypePair, position: Position): Position {
    const before = pair.old.kind === "name" && old.declaration(pair.old.name) ? pair.old.name : undefined;
    const after = pair.now.kind === "name" && now.declaration(pair.now.name) ? pair.now.name : undefined;
    return before === undefined && after === undefined
      ? position
      : withOwners(position, {
          ...(before !== undefined && { old: before }),
          ...(after !== undefined && { now: after }),
        });
  }

  function withOwners(
    position: Position,
    owners: { readonly old?: string; readonly now?: string },
  ): Position {
    const name = owners.old ?? owners.now;
    return {
      ...position,
      ...(owners.old !== undefined && { owner: `\`${name ?? ""}\``, name: name ?? "", path: [] }),
      old: owners.old === undefined ? position.old : anchorOf(old, owners.old, position.old),
      now: owners.now === undefined ? position.now : anchorOf(now, owners.now, position.now),
    };
  }

  /** Whether a member came or went although the declaration that has it did not change: something else extends it now, or no longer. */
  function isShared(owner: string, name: string, owners: Owners): boolean {
    if (owners.old !== undefined && owners.now !== undefined) return false;
    return [old, now].every((client) => {
      const declared = client.declaration(owner);
      return (
        declared?.kind === "interface" &&
        declared.members.some((member) => member.kind === "property" && member.name === name)
      );
    });
  }

  function atStep(position: Position, step: Step): Position {
    switch (step.kind) {
      case "member": {
        const { owners = {} } = step;
        const [one] = [owners.old ?? owners.now];
        // A member that comes from an extended interface is reported there.
        const isOwn = one === undefined || (position.path.length === 0 && position.name === one);
        const owner =
          isOwn || isShared(one, step.name, owners)
            ? position
            : { ...withOwners(position, owners), owner: `\`${one}\``, name: one, path: [] };
        return atMember(owner, step.name);
      }
      case "items":
        return atItems(position, step.index);
      case "others":
        return atOthers(position);
      case "part":
        return step.name === "" ? position : atPart(position, step.name);
      case "same":
        return position;
    }
  }
}

function anchorOf(types: ClientTypes, name: string, before: Anchor): Anchor {
  const pointer = types.pointerOf(name);
  // An input is what its method takes, whatever its name.
  if (pointer === undefined)
    return { within: before.within, ...(before.described && { described: before.described }) };
  return { exact: pointer, within: [pointer], described: { source: { kind: "schema", pointer }, path: [] } };
}
