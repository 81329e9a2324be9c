import { type Command, Option } from 'commander'
import type { CitedChange, CitedReport } from '../use-cases/report/open-citation.ts'
import type { ReportPage } from '../use-cases/report/query-report.ts'
import type { Call } from '../use-cases/use-case.ts'
import { addOptions } from './command-fields.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { print, printJson, printTable } from './print.ts'
import { printNotes, printPages } from './print-report.ts'
import { questionOf, questionOptions, questionParameters } from './report-options.ts'
import type { Shell } from './shell.ts'

interface CiteOptions extends DataOptions {
  readonly json?: boolean
  readonly save?: boolean
}

/** How many rows are printed of a citation. */
const shownRows = 100

/** `adtally cite`: figures with an address that shows them then and now. */
export function citeCommand(shell: Shell): Command {
  const command = dataCommand({
    name: 'cite',
    summary: 'Cite figures of an account, or open a citation: then, now, and what changed them.',
    details: `Options are the parameters of the report endpoint, which docs/api/report.md describes.
A citation is the path of a server that serves this data. It shows figures only to keys and users that may see them.`,
    examples: [
      'cite studio --days previous_month --metrics revenue',
      'cite studio https://ads.example.com/c/q1bKL0rKzEtX0lFKzk9JVbJSMlSqBQA',
    ],
  })
    .argument('<username>', 'the account')
    .argument('[citation]', 'the path or address of a citation, to open it')
  return addOptions(command, questionOptions(questionParameters))
    .addOption(new Option('--save', 'save the citation, under a short path'))
    .addOption(new Option('--json', 'print JSON'))
    .action(async (username: string, citation: string | undefined, options: CiteOptions) => {
      await withCall(shell, directoryOf(shell, options), async (call) => {
        if (citation === undefined) await cite(shell, call, username, options)
        else await open(shell, call, username, citation, options)
      })
    })
}

async function cite(shell: Shell, call: Call, username: string, options: CiteOptions) {
  const { queryReport } = await import('../use-cases/report/query-report.ts')
  const { limit = [String(shownRows)], ...asked } = questionOf(options, questionParameters)
  const question = { ...asked, limit, include: [...(asked.include ?? []), 'citation'] }
  const { meta, ...rest } = await call(queryReport, { username, question })
  const citation = options.save ? await save(call, username, meta.citation) : meta.citation
  const page = { ...rest, meta: { ...meta, citation } }
  if (options.json) return printJson(shell, page)
  await printPage(shell, page)
  print(shell, citation ?? 'This question is too long to be cited: ask with fewer values.')
}

async function save(call: Call, username: string, citation: string | null | undefined) {
  if (!citation) return null
  const { saveCitation } = await import('../use-cases/report/save-citation.ts')
  return (await call(saveCitation, { username, citation })).citation
}

async function open(
  shell: Shell,
  call: Call,
  username: string,
  citation: string,
  { json }: CiteOptions,
) {
  const { showCitation } = await import('../use-cases/report/show-citation.ts')
  const opened = await call(showCitation, { username, citation })
  if (json) return printJson(shell, opened)
  print(shell, `As of ${opened.cited.meta.as_of ?? 'before the first import'}:`)
  await printPage(shell, opened.cited)
  if (opened.is_same) {
    print(shell, 'These figures are the same now.')
  } else {
    print(shell, 'Now:')
    await printPage(shell, opened.now)
  }
  printChanges(shell, opened)
}

async function printPage(shell: Shell, page: ReportPage): Promise<void> {
  printNotes(shell, await printPages(shell, 'table', only(page)))
}

async function* only(page: ReportPage): AsyncGenerator<ReportPage> {
  yield page
}

function printChanges(shell: Shell, { changes, has_more_changes: hasMore }: CitedReport): void {
  if (changes.length === 0) return
  print(shell, 'Changes of these days and networks since:')
  printTable(shell, ['import', 'at', 'networks', 'days', 'revenue'], changes.map(changeRow))
  if (hasMore) print(shell, 'There are more changes.')
}

const changeRow = (change: CitedChange): string[] => [
  change.undoes === null
    ? `${change.import} (${change.kind})`
    : `${change.import} (undo of ${change.undoes})`,
  change.committed_at,
  change.networks.join(', '),
  `${change.first_day} to ${change.last_day}`,
  change.revenue_change,
]
