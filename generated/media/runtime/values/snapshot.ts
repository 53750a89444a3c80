/**
 * A frozen copy of plain data: what the caller changes afterwards does not reach it. Lists and object literals are
 * copied; everything else (dates, Blobs, instances that know how they are sent) stays what it is.
 */
export function snapshot<Value>(value: Value): Value {
  return copyOf(value, new Map(), (members) => members) as Value;
}

/** As {@link snapshot}, with the members of every object in the order of their names (by UTF-16 code units). */
export function sortedSnapshot<Value>(value: Value): Value {
  return copyOf(value, new Map(), (members) =>
    members.sort(([one], [other]) => (one < other ? -1 : 1)),
  ) as Value;
}

type Order = (members: [string, unknown][]) => [string, unknown][];

function copyOf(
  value: unknown,
  copies: Map<object, unknown>,
  order: Order,
): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  if (Array.isArray(value)) {
    const list: unknown[] = [];
    copies.set(value, list);
    for (const element of value) list.push(copyOf(element, copies, order));
    return Object.freeze(list);
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const members: object =
    prototype === null ? (Object.create(null) as object) : {};
  copies.set(value, members);
  for (const [name, member] of order(Object.entries(value))) {
    Object.defineProperty(members, name, {
      value: copyOf(member, copies, order),
      enumerable: true,
    });
  }
  return Object.freeze(members);
}
