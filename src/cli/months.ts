import type { CloseView } from '../use-cases/money/close-month.ts'
import { journalCsv } from '../use-cases/money/journal-csv.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { shownMoney } from './money.ts'
import { print, printData, printTable } from './print.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

const place = { username: 'the account', month: 'the month, as YYYY-MM' }

const list = useCaseCommand({
  name: 'list',
  summary: 'List months, the newest first, with what was reported and paid.',
  examples: ['months list studio'],
  arguments: { username: 'the account' },
  useCase: async () => (await import('../use-cases/money/list-months.ts')).listMonths,
  table: {
    header: ['month', 'state', 'reported', 'restated since', 'paid', 'closed'],
    toRow: (month) => [
      month.month,
      month.state,
      month.reported === null ? 'unknown' : shownMoney(month.reported, month.currency),
      shownMoney(month.restated, month.currency),
      month.paid === null ? 'unknown' : shownMoney(month.paid, month.currency),
      month.closed_at === null ? '' : `${month.closed_at.slice(0, 10)} at import ${month.entry}`,
    ],
    whenEmpty: 'No figures yet. Start with: adtally import stats FILE',
  },
})

const close = useCaseCommand({
  name: 'close',
  summary: 'Close a month: later restatements do not change it any more.',
  details:
    'Prints what is closed and asks first. The figures of the month are pinned to the last import. What changes of it later is booked with the next month that is closed.',
  examples: ['months close studio 2026-03 --dry-run', 'months close studio 2026-03 --yes'],
  arguments: place,
  options: { allowMissing: 'close it though networks have not reported all days' },
  useCase: async () => (await import('../use-cases/money/close-month.ts')).closeMonth,
  confirm: {
    preview: printClose,
    unchanged: 'Nothing was closed.',
    question: (_, { username, month }) => `Close ${month} of ${username}?`,
  },
  line: ({ account, month, entry, reported, currency }) =>
    `${month} is closed at import ${entry}: ${shownMoney(reported, currency)} ${currency}. To open it again: adtally months reopen ${account} ${month}`,
})

function printClose(shell: Shell, close: CloseView): void {
  const { currency, networks, carried, lines, missing_days: missing } = close
  const money = (amount: string) => `${shownMoney(amount, currency)} ${currency}`
  printTable(
    shell,
    ['network', 'reported'],
    [
      ...networks.map(({ network, reported }) => [network, money(reported)]),
      ['all', money(close.reported)],
    ],
  )
  if (missing > 0)
    print(shell, `${counted(missing, 'day')} of networks ${missing === 1 ? 'is' : 'are'} missing.`)
  for (const change of carried) {
    const why = change.import === null ? '' : `, by import ${change.import}`
    print(shell, `Also books ${money(change.amount)} of ${change.network}, ${change.month}${why}.`)
  }
  print(shell, `Books ${counted(lines, 'line')} of statements.`)
}

const reopen = useCaseCommand({
  name: 'reopen',
  summary: 'Withdraw the close of the last closed month.',
  examples: ['months reopen studio 2026-03'],
  arguments: place,
  isPlain: true,
  useCase: async () => (await import('../use-cases/money/reopen-month.ts')).reopenMonth,
  line: ({ account, month }) => `${month} of ${account} is open again.`,
})

const show = useCaseCommand({
  name: 'show',
  summary: 'Print the figures of a closed month, by network, app and day.',
  examples: ['months show studio 2026-03'],
  arguments: place,
  useCase: async () => (await import('../use-cases/money/show-close.ts')).showClose,
  show: (shell, { rows, currency }) =>
    printTable(
      shell,
      ['network', 'app', 'day', `revenue in ${currency}`],
      rows.map((row) => [
        row.network,
        row.app_id ?? '',
        row.date,
        shownMoney(row.revenue, currency),
      ]),
    ),
})

const journal = useCaseCommand({
  name: 'journal',
  summary: 'Print the journal of closed months as CSV, for bookkeeping.',
  details:
    'Each event has lines whose debits and credits are equal. Months are those of closes: a late change is booked in the month that was closed after it.',
  examples: [
    'months journal studio > journal.csv',
    'months journal studio --from 2026-01 --to 2026-03',
  ],
  arguments: { username: 'the account' },
  options: {
    from: takes('<month>', 'the first month, as YYYY-MM'),
    to: takes('<month>', 'the last month, as YYYY-MM'),
  },
  useCase: async () => (await import('../use-cases/money/show-journal.ts')).showJournal,
  show: (shell, lines) => {
    for (const line of journalCsv(lines)) printData(shell, line)
  },
})

/** `adtally months`: closes months. */
export const monthsCommand = commandGroup(
  {
    name: 'months',
    summary: 'Close months, so that later restatements are booked apart.',
    examples: ['months list studio', 'months close studio 2026-03'],
  },
  [list, close, reopen, show, journal],
)
