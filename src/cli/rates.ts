import type { RevaluationView } from '../use-cases/rates/apply-rates.ts'
import type { ImportedRates } from '../use-cases/rates/import-rates.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { dryRunText } from './confirm.ts'
import { shownMoney } from './money.ts'
import { limitOption } from './page-options.ts'
import { grouped, print, printTable } from './print.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

const importRates = useCaseCommand({
  name: 'import',
  summary: 'Add or correct daily rates.',
  details:
    "Reads the European Central Bank's eurofxref-hist.csv (zipped too) and eurofxref-hist.xml, and a CSV of day,currency,rate,base: one unit of the currency in units of base. For an account, base may be left out: it is the account's currency. Figures keep the rates that they were imported with.",
  examples: ['rates import eurofxref-hist.csv', 'rates import --account studio rates.csv'],
  files: 'CSV or XML; may be gzipped or zipped; - reads stdin',
  options: { account: takes('<username>', "the account's own rates, which come first") },
  useCase: async () => (await import('../use-cases/rates/import-rates.ts')).importRates,
  show: (shell, done) => {
    for (const { name, rates, first_day: first, last_day: last } of done.files) {
      print(shell, `${name}: ${counted(rates, 'rate')}, ${first} to ${last}.`)
    }
    printStored(shell, done)
  },
})

const fetchRates = useCaseCommand({
  name: 'fetch',
  summary: "Fetch the European Central Bank's daily rates.",
  details:
    'A server does so by itself for connections of accounts that are not in USD, unless ADTALLY_ECB_RATES is off.',
  examples: ['rates fetch'],
  useCase: async () => (await import('../use-cases/rates/fetch-rates.ts')).fetchRates,
  show: printStored,
})

type Stored = Pick<ImportedRates, 'added' | 'corrected' | 'unchanged' | 'days_awoken'>

function printStored(shell: Shell, { added, corrected, unchanged, days_awoken: days }: Stored) {
  print(
    shell,
    `Added: ${grouped(added)}; corrected: ${grouped(corrected)}; unchanged: ${grouped(unchanged)}.`,
  )
  if (days > 0) print(shell, `${counted(days, 'day')} of connections waited, and will be pulled.`)
}

const apply = useCaseCommand({
  name: 'apply',
  summary: 'Convert money again whose rate was corrected since its import.',
  details:
    'Also converts money again whose rate is now known of a closer day. Rates that came with an import stay. Each account, kind of fact and source gets an entry in adtally imports, which can be undone like an import.',
  examples: ['rates apply --dry-run', 'rates apply --account studio'],
  options: {
    account: takes('<username>', 'only money of this account'),
    dryRun: dryRunText,
  },
  useCase: async () => (await import('../use-cases/rates/apply-rates.ts')).applyRates,
  show: (shell, revalued, { dryRun }) => {
    if (revalued.length === 0) return print(shell, 'All money has the stored rates.')
    for (const one of revalued) printRevaluation(shell, one)
    if (dryRun) print(shell, 'Nothing was changed.')
  },
})

function printRevaluation(shell: Shell, one: RevaluationView): void {
  const { account, source, report, slices, currency, entry, kind } = one
  const money = (amount: string) => `${shownMoney(amount, currency)} ${currency}`
  const reported = report === null ? source : `${source}, secondary report ${report}`
  const of = kind ? `${kind} of ${reported}` : reported
  const change = `${money(one.revenue_before)} -> ${money(one.revenue_after)}`
  const label = kind ? 'source' : 'network'
  print(shell, `${account}, ${of}: ${counted(slices, 'slice')} (day, app, ${label}), ${change}.`)
  if (entry !== null) {
    print(shell, `  To undo it: adtally imports undo ${entry}`)
    return
  }
  printTable(
    shell,
    [label, 'day', kind ? 'money' : 'revenue'],
    one.days.map((day) => [day.network, day.day, `${day.revenue_before} -> ${day.revenue_after}`]),
  )
  if (one.more_days > 0) print(shell, `Not listed: ${counted(one.more_days, 'more line')}.`)
}

const list = useCaseCommand({
  name: 'list',
  summary: 'List rates, the newest days first.',
  examples: ['rates list', 'rates list --account studio --currency USD --start-date 2026-03-01'],
  options: {
    account: takes('<username>', "include the account's own rates"),
    startDate: takes('<day>', 'the first day'),
    endDate: takes('<day>', 'the last day'),
    currency: takes('<code>', 'only rates of or in this currency'),
    limit: limitOption('rates', 10_000, '40'),
  },
  useCase: async () => (await import('../use-cases/rates/list-rates.ts')).listRates,
  table: {
    header: ['day', 'rate', 'of', 'source'],
    toRow: (one) => [
      one.day,
      `1 ${one.currency} = ${one.rate} ${one.base}`,
      one.account ?? 'all accounts',
      one.source,
    ],
    whenEmpty: 'No rates yet. Add some: adtally rates import FILE',
  },
})

/** `adtally rates`: the rates that money in other currencies is converted by. */
export const ratesCommand = commandGroup(
  {
    name: 'rates',
    summary: 'Manage rates of currencies, which figures of other currencies are converted by.',
    examples: ['rates import eurofxref-hist.csv', 'rates list --currency EUR'],
  },
  [importRates, fetchRates, list, apply],
)
