import {
  isSettledMetric,
  kindsOfMetric,
  type WireMetric,
} from '../reporting/question/vocabulary.ts'
import type { ReportPage } from '../use-cases/report/query-report.ts'
import { csvCell, withoutFormula } from '../values/csv.ts'
import { shownMoney } from './money.ts'
import { printData, printError } from './print.ts'
import type { Shell } from './shell.ts'

export const printFormats = ['table', 'csv', 'json', 'ndjson'] as const

export type PrintFormat = (typeof printFormats)[number]

type Pages = AsyncIterable<ReportPage>
type Row = ReportPage['rows'][number]
type Columns = ReportPage['columns']

/** Prints a report. @returns its last page */
export function printPages(shell: Shell, format: PrintFormat, pages: Pages): Promise<ReportPage> {
  if (format === 'csv') return printCsv(shell, pages)
  if (format === 'json') return printJson(shell, pages)
  return format === 'ndjson' ? printNdjson(shell, pages) : printTable(shell, pages)
}

/** Prints on stderr what a reader has to know about a report. */
export function printNotes(shell: Shell, { meta, next_cursor: next }: ReportPage): void {
  const isOfUsers = (name: string) =>
    kindsOfMetric(name as WireMetric).some((kind) => kind !== 'figures')
  const settled = meta.partly_known.filter((name) => isSettledMetric(name as WireMetric))
  const others = meta.partly_known.filter((name) => !settled.includes(name))
  const [ofUsers, ofNetworks] = [true, false].map((is) =>
    others.filter((name) => isOfUsers(name) === is).join(', '),
  )
  if (settled.length > 0) {
    const left = 'Months without a close or statement are left out'
    printError(shell, `${left} of ${settled.join(', ')}.`)
  }
  if (ofNetworks) {
    printError(
      shell,
      `Some networks do not report ${ofNetworks}. These figures cover only the others.`,
    )
  }
  if (ofUsers) {
    const left = 'Days and apps without users, sessions or figures are left out'
    printError(shell, `${left} of ${ofUsers}. users_coverage tells how much that is.`)
  }
  for (const [name, values] of Object.entries(meta.unmatched)) {
    const option = `--${name.replaceAll('_', '-')}`
    printError(shell, `No figures have this value of ${option}: ${values.join(', ')}`)
  }
  if (next !== null) printError(shell, 'There are more rows: raise --limit, or use --format csv.')
}

async function printTable(shell: Shell, pages: Pages): Promise<ReportPage> {
  const rows: Row[] = []
  const { first, last } = await eachPage(pages, (page) => {
    rows.push(...page.rows)
  })
  const { columns, totals, meta } = first
  const header = columns.map(({ name }) => name)
  const total = totalsRow(columns, totals)
  const all = [...rows, ...(total ? [total] : [])]
  const figures = withDecimals(columns, withMoney(columns, all, meta.currency))
  const lines = [header, ...figures]
  const widths = header.map((_, place) => Math.max(...lines.map((row) => widthOf(row[place]))))
  for (const row of lines) {
    const cells = columns.map(({ kind }, place) => {
      const text = row[place] ?? unknown
      const blanks = ' '.repeat(widths[place]! - widthOf(row[place]))
      return kind === 'number' ? blanks + text : text + blanks
    })
    printData(shell, cells.join('  ').trimEnd())
  }
  const money = columns.some(isMoney) ? `, in ${meta.currency}` : ''
  printData(shell, `${meta.start_date} to ${meta.end_date}${money}`)
  return last
}

/** Amounts, those of a comparison too, but not their relative changes. */
const isMoney = ({ name }: Columns[number]): boolean =>
  /^(previous_)?(revenue|revenue_closed|revenue_paid|ecpm)$/.test(name)

/** Amounts with the decimals of their currency. */
const withMoney = (columns: Columns, rows: readonly Row[], currency: string): Row[] =>
  rows.map((row) =>
    row.map((cell, place) =>
      cell !== null && isMoney(columns[place]!) ? shownMoney(cell, currency) : cell,
    ),
  )

/** The cells of a column get equally many decimals, so that their points are below each other. */
function withDecimals(columns: Columns, rows: readonly Row[]): Row[] {
  const decimals = columns.map(({ kind }, place) =>
    kind === 'number' ? Math.max(0, ...rows.map((row) => decimalsOf(row[place]))) : 0,
  )
  return rows.map((row) =>
    row.map((cell, place) => {
      const most = decimals[place]!
      if (cell === null || most === 0) return cell
      return `${cell}${cell.includes('.') ? '' : '.'}${'0'.repeat(most - decimalsOf(cell))}`
    }),
  )
}

const decimalsOf = (cell: string | null | undefined): number => cell?.split('.')[1]?.length ?? 0

const unknown = '-'

/** In characters of text, not in units of UTF-16. */
const widthOf = (text: string | null | undefined): number => [...(text ?? unknown)].length

/** Null where the only row is the total. */
function totalsRow(columns: Columns, totals: Row): Row | null {
  const before = columns.length - totals.length
  if (before === 0) return null
  return [...columns.slice(0, before).map((_, place) => (place === 0 ? 'total' : '')), ...totals]
}

async function printCsv(shell: Shell, pages: Pages): Promise<ReportPage> {
  const line = (cells: Row) =>
    shell.stdout.write(`${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`)
  const { last } = await eachPage(pages, ({ columns, rows }, isFirst) => {
    if (isFirst) line(columns.map(({ name }) => name))
    for (const row of rows) {
      line(row.map((cell, place) => (columns[place]!.kind === 'text' ? guarded(cell) : cell)))
    }
  })
  return last
}

const guarded = (cell: string | null): string | null => cell && withoutFormula(cell)

async function printJson(shell: Shell, pages: Pages): Promise<ReportPage> {
  let separator = ''
  const { last } = await eachPage(pages, ({ meta, columns, totals, rows }, isFirst) => {
    if (isFirst) {
      const measured = columns.slice(columns.length - totals.length)
      printData(shell, `{"meta":${JSON.stringify(meta)},`)
      printData(shell, `"totals":${objectText(measured, totals)},`)
      shell.stdout.write('"data":[')
    }
    for (const row of rows) {
      shell.stdout.write(`${separator}\n${objectText(columns, row)}`)
      separator = ','
    }
  })
  printData(shell, `],\n"has_more":${last.next_cursor !== null}}`)
  return last
}

async function printNdjson(shell: Shell, pages: Pages): Promise<ReportPage> {
  const { last } = await eachPage(pages, ({ columns, rows }) => {
    for (const row of rows) printData(shell, objectText(columns, row))
  })
  return last
}

/** Numbers as they are: a double would round them. */
function objectText(columns: Columns, row: Row): string {
  const members = columns.map(({ name, kind }, place) => {
    const cell = row[place] ?? null
    const value = kind === 'number' && cell !== null ? cell : JSON.stringify(cell)
    return `${JSON.stringify(name)}:${value}`
  })
  return `{${members.join(',')}}`
}

async function eachPage(
  pages: Pages,
  show: (page: ReportPage, isFirst: boolean) => void,
): Promise<{ first: ReportPage; last: ReportPage }> {
  let first: ReportPage | null = null
  let last: ReportPage | null = null
  for await (const page of pages) {
    show(page, first === null)
    first ??= page
    last = page
  }
  return { first: first!, last: last! }
}
