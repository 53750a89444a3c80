/**
 * The same items, where giving up before the first has an effect too: a generator that has not begun does not run its
 * `finally`, and what it was to read would stay open.
 *
 * @param abandon - gives back what the items would have come from
 */
export function abandonable<Item>(
  items: AsyncGenerator<Item, void, undefined>,
  abandon: () => Promise<void>,
): AsyncIterableIterator<Item> {
  let begun = false;
  const giveUp = async (): Promise<void> => {
    if (begun) return;
    begun = true;
    await abandon();
  };
  return {
    next: () => {
      begun = true;
      return items.next();
    },
    return: async () => {
      await giveUp();
      return items.return();
    },
    throw: async (error) => {
      await giveUp();
      return items.throw(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
