import { type Command, Option } from 'commander'
import { readWholeNumber } from '../config/settings.ts'
import type { queryReport, ReportPage } from '../use-cases/report/query-report.ts'
import type { Call } from '../use-cases/use-case.ts'
import { addOptions } from './command-fields.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { type PrintFormat, printFormats, printNotes, printPages } from './print-report.ts'
import { questionOf, questionOptions, questionParameters } from './report-options.ts'
import type { Shell } from './shell.ts'

interface ReportOptions extends DataOptions {
  readonly limit?: readonly string[]
  readonly format: PrintFormat
}

type Request = Parameters<typeof queryReport.run>[1]

/** How many rows are requested at once. */
const pageRows = 5_000
/** The rows of a table without `--limit`: all are read before the first is printed. */
const tableRows = 1_000

/** `adtally report`: answers any question about figures. */
export function reportCommand(shell: Shell): Command {
  const command = dataCommand({
    name: 'report',
    summary: 'Print any figures of an account, grouped, filtered and sorted as you like.',
    details: `Options are the parameters of the report endpoint, which docs/api/report.md describes.
Separate the items of a list with commas.
A table shows ${tableRows.toLocaleString('en-US')} rows unless you set --limit; the other formats have all rows.`,
    examples: [
      'report studio --days last_30 --dimensions network --order-by revenue:desc',
      'report studio --start-date 2026-03-01 --end-date 2026-03-31 --dimensions month,country --metrics revenue --country US,DE',
      'report studio --days last_7 --dimensions date --metrics revenue,ecpm --compare previous_period',
      'report studio --days last_365 --dimensions date,app_id,network,country --format csv > year.csv',
    ],
  }).argument('<username>', 'the account')
  return addOptions(command, questionOptions(questionParameters))
    .addOption(
      new Option('--format <format>', 'how to print it').choices(printFormats).default('table'),
    )
    .action(async (username: string, options: ReportOptions) => {
      const { format } = options
      const { limit, ...question } = questionOf(options, questionParameters)
      const maxRows =
        limit === undefined
          ? format === 'table'
            ? tableRows
            : Number.POSITIVE_INFINITY
          : readWholeNumber('--limit', limit.at(-1)!, 1, Number.MAX_SAFE_INTEGER)
      await withCall(shell, directoryOf(shell, options), async (call) => {
        const last = await printPages(shell, format, pagesOf(call, { username, question }, maxRows))
        printNotes(shell, last)
      })
    })
}

/** The pages of a report, all of one state of the figures. */
async function* pagesOf(call: Call, asked: Request, maxRows: number): AsyncGenerator<ReportPage> {
  const { queryReport } = await import('../use-cases/report/query-report.ts')
  const { days, ...others } = asked.question
  let left = maxRows
  let cursor: string | null = null
  let dated: Request['question'] = asked.question
  do {
    const limit = [String(Math.min(left, pageRows))]
    const page: ReportPage = await call(queryReport, {
      ...asked,
      question: { ...dated, limit },
      ...(cursor !== null && { cursor }),
    })
    yield page
    // The days of the first page: those of a name are others after midnight.
    const { start_date: start, end_date: end } = page.meta
    if (days) dated = { ...others, start_date: [start], end_date: [end] }
    left -= page.rows.length
    cursor = page.next_cursor
  } while (cursor !== null && left > 0)
}
