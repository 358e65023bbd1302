/** Does something with each of a list, so many at once; what comes of it, in the order of the list. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await act(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
