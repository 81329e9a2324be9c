export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}

/** Prints rows under a header, columns aligned. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [header, ...rows]) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
  }
}

/** A number with its thousands apart: `12,345`. */
export const grouped = (value: number): string => value.toLocaleString('en-US')
