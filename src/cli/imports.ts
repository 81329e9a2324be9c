import { ConfigError, readWholeNumber } from '../config/settings.ts'
import type { ImportView } from '../use-cases/list-imports.ts'
import type { StatementImportView } from '../use-cases/money/list-all-imports.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import type { CommandText } from './data-command.ts'
import { dismissCommand, failedCommand } from './failed-imports.ts'
import { shownMoney } from './money.ts'
import { beforeOption, limitOption } from './page-options.ts'
import { grouped } from './print.ts'
import { type CommandMaker, commandGroup, useCaseCommand } from './run-command.ts'

const listing = (text: CommandText): CommandMaker =>
  useCaseCommand({
    ...text,
    options: {
      account: takes('<username>', 'only entries that changed figures of this account'),
      source: takes('<name>', 'only imports of this source, such as admob'),
      limit: limitOption('entries', 10_000, '20'),
      before: beforeOption('entries'),
    },
    useCase: async () => (await import('../use-cases/money/list-all-imports.ts')).listAllImports,
    table: {
      header: ['id', 'committed', 'import', 'days', 'rows', 'changed'],
      toRow,
      whenEmpty: ({ account, source }) =>
        account !== undefined || source !== undefined
          ? 'No such imports. List all: adtally imports list'
          : 'No imports yet. Start with: adtally import stats FILE',
    },
  })

const undo = useCaseCommand({
  name: 'undo',
  summary: 'Undo an import, a deletion or a merge.',
  details:
    'Each slice (a day, app and network) that this import was the last to write returns to what it was before. Slices that a later import replaced stay as they are.',
  examples: ['imports undo 17'],
  arguments: {
    id: takes('<id>', 'id of the import; adtally imports lists them', {
      read: (text) => {
        if (/^S\d+$/.test(text)) {
          throw new ConfigError(
            `${text} is an import of statements. Undo it: adtally statements undo ACCOUNT ${text}`,
          )
        }
        return readWholeNumber('id', text, 1, 2 ** 32 - 1)
      },
    }),
  },
  useCase: async () => (await import('../use-cases/undo-import.ts')).undoImport,
  line: (undone, { id }) => {
    const { restored_slices: restored, removed_slices: removed, kept_slices: kept } = undone
    return `Import ${id} is undone. Slices (day, app, network) restored: ${grouped(restored)}; removed: ${grouped(removed)}; kept, because a later entry changed them: ${grouped(kept)}.`
  },
})

/** `adtally imports`: the ledger, and undo. */
export const importsCommand = commandGroup(
  listing({
    name: 'imports',
    summary: 'List imports, undos, deletions and merges, or undo one.',
    details: 'Without a subcommand, does the same as `imports list`.',
    examples: ['imports', 'imports list --account studio', 'imports undo 17', 'imports failed'],
  }),
  [
    listing({
      name: 'list',
      summary: 'List imports, undos, deletions and merges.',
      details: 'Prints the files, source, rows, days and changes of each, newest first.',
      examples: ['imports list --limit 50', 'imports list --account studio --source applovin-max'],
    }),
    undo,
    failedCommand,
    dismissCommand,
  ],
)

function toRow(entry: ImportView | StatementImportView): string[] {
  if (entry.kind === 'statement') {
    const notes = entry.undone_at === null ? '' : ' (undone)'
    const lines = counted(entry.lines, 'line')
    return [
      entry.id,
      shownTime(entry),
      `statement: ${entry.file}${notes}`,
      '',
      lines,
      entry.account,
    ]
  }
  const subject = subjectOf(entry)
  const notes = [
    ...(entry.report === null ? [] : [`as ${entry.report}`]),
    ...(entry.undone_by === null ? [] : [`undone by ${entry.undone_by}`]),
  ]
  const changes = entry.changes.map(changeText)
  return [
    String(entry.id),
    shownTime(entry),
    notes.length > 0 ? `${subject} (${notes.join(', ')})` : subject,
    entry.first_day === null ? '' : `${entry.first_day} to ${entry.last_day}`,
    grouped(entry.rows),
    changes.join('; ') || 'nothing',
  ]
}

const shownTime = ({ committed_at: at }: Pick<ImportView, 'committed_at'>): string =>
  at.slice(0, 19).replace('T', ' ')

/** `studio +1.20 USD, +100 impressions`, `studio +140 dau`. */
function changeText({ account, totals = {}, ...change }: ImportView['changes'][number]): string {
  const { currency, impressions, revenue } = change
  const others = Object.entries(totals).map(([name, total]) => `${signed(total)} ${name}`)
  const isOfAds = others.length === 0 || impressions !== '0' || Number(revenue) !== 0
  const ads = [
    `${signed(shownMoney(revenue, currency))} ${currency}`,
    `${signed(impressions)} impressions`,
  ]
  return `${account} ${[...(isOfAds ? ads : []), ...others].join(', ')}`
}

const signed = (amount: string): string => (amount.startsWith('-') ? amount : `+${amount}`)

function subjectOf({ kind, undoes, subject, source, files }: ImportView): string {
  if (kind === 'undo') return `undo of ${undoes}`
  const app = subject?.app && `app ${subject.app}`
  if (kind === 'revaluation') return `other rates: ${source}`
  if (kind === 'merge') return `merge: ${app} into ${subject?.into}`
  if (kind === 'deletion') {
    const which = subject?.whole_app ? app : [app, subject?.network].filter(Boolean).join(', ')
    return `deletion: ${which || 'all apps and networks'}`
  }
  return `${source}: ${files.map(({ name }) => name).join(', ')}`
}
