/**
 * Formats rows below their titles. Each column is as wide as its widest cell.
 *
 * @param textColumns how many leading columns are left-aligned text; the others are right-aligned
 */
export function formatTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  textColumns = 1,
): string {
  const widths = titles.map((title, index) =>
    Math.max(title.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) =>
        index < textColumns ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
      )
      .join('  ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width))
  return [titles, rule, ...rows].map((row) => `  ${line(row)}`).join('\n')
}

/** A heading above a section of the output. */
export function heading(text: string): string {
  return `\n${text}\n`
}

/** A number with about three significant digits: 0.871, 12.4, 1,204. */
export function short(value: number): string {
  const decimals = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return value.toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
}

/** A ratio, as in `2.31x`. */
export function times(value: number): string {
  return `${value.toFixed(2)}x`
}
