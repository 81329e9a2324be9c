/** A name of a column for people: of a pattern, the first name that it accepts. */
export function columnName(column: string | RegExp): string {
  if (typeof column === 'string') return column
  return column.source
    .replace(/^\^|\$$/g, '')
    .replaceAll('[A-Z]{3}', 'USD')
    .replaceAll(
      /(?<!\\)\((?:\?:)?([^()|]*)(?:\|[^()]*)?\)(\??)/g,
      (_, first: string, optional: string) => (optional === '' ? first : ''),
    )
    .replaceAll(/\\(.)/g, '$1')
}
