/** SQLite takes 32,766 bound values in a statement, PostgreSQL 65,535. */
const itemsPerStatement = 6_000

/**
 * Splits a list that is too long for one statement.
 *
 * @param size the maximum length of a batch; the default suits items that bind up to five values
 */
export function* batchesOf<Item>(
  items: readonly Item[],
  size = itemsPerStatement,
): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
