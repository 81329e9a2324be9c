/** Writes a cell of a CSV (RFC 4180): quoted where necessary. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Spreadsheets skip blanks in front, and read the wide forms of these signs too. */
const formula = /^(\s*[=+\-@＝＋－＠]|[\t\r])/

/** Text that a spreadsheet shows, and does not run as a formula: with an apostrophe where it has to be. */
export function withoutFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
