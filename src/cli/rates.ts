import type { Command } from 'commander'
import { readWholeNumber } from '../config/settings.ts'
import type { RevaluationView } from '../use-cases/rates/apply-rates.ts'
import type { ImportedRates } from '../use-cases/rates/import-rates.ts'
import { counted } from '../wording/phrases.ts'
import { dryRunOption } from './confirm.ts'
import { callUseCase } from './connect.ts'
import { command, dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { withGivenFiles } from './given-files.ts'
import { shownMoney } from './money.ts'
import { grouped, print, printJson, printList, printTable } from './print.ts'
import type { Shell } from './shell.ts'

interface OwnerOptions extends JsonOptions {
  readonly account?: string
}

interface ListOptions extends OwnerOptions {
  readonly startDate?: string
  readonly endDate?: string
  readonly currency?: string
  readonly limit: string
}

/** `adtally rates`: the rates that money in other currencies is converted by. */
export function ratesCommand(shell: Shell): Command {
  return command({
    name: 'rates',
    summary: 'Manage rates of currencies, which figures of other currencies are converted by.',
    examples: ['rates import eurofxref-hist.csv', 'rates list --currency EUR'],
  })
    .addCommand(importCommand(shell))
    .addCommand(fetchCommand(shell))
    .addCommand(listCommand(shell))
    .addCommand(applyCommand(shell))
}

function importCommand(shell: Shell): Command {
  return dataCommand({
    name: 'import',
    summary: 'Add or correct daily rates.',
    details:
      "Reads the European Central Bank's eurofxref-hist.csv (zipped too) and eurofxref-hist.xml, and a CSV of day,currency,rate,base: one unit of the currency in units of base. For an account, base may be left out: it is the account's currency. Figures keep the rates that they were imported with.",
    examples: ['rates import eurofxref-hist.csv', 'rates import --account studio rates.csv'],
  })
    .argument('<file...>', 'CSV or XML; may be gzipped or zipped; - reads stdin')
    .option('--account <username>', "the account's own rates, which come first")
    .addOption(jsonOption())
    .action(async (files: string[], options: OwnerOptions) => {
      const { account, json } = options
      const { importRates } = await import('../use-cases/rates/import-rates.ts')
      const done = await withGivenFiles(shell, files, (given) =>
        callUseCase(shell, options, importRates, account === undefined ? {} : { account }, {
          files: given,
        }),
      )
      if (json) return printJson(shell, done)
      for (const { name, rates, first_day: first, last_day: last } of done.files) {
        print(shell, `${name}: ${counted(rates, 'rate')}, ${first} to ${last}.`)
      }
      printStored(shell, done)
    })
}

function fetchCommand(shell: Shell): Command {
  return dataCommand({
    name: 'fetch',
    summary: "Fetch the European Central Bank's daily rates.",
    details:
      'A server does so by itself for connections of accounts that are not in USD, unless ADTALLY_ECB_RATES is off.',
    examples: ['rates fetch'],
  })
    .addOption(jsonOption())
    .action(async (options: JsonOptions) => {
      const { fetchRates } = await import('../use-cases/rates/fetch-rates.ts')
      const done = await callUseCase(shell, options, fetchRates, {})
      if (options.json) return printJson(shell, done)
      printStored(shell, done)
    })
}

type Stored = Pick<ImportedRates, 'added' | 'corrected' | 'unchanged' | 'days_awoken'>

function printStored(shell: Shell, { added, corrected, unchanged, days_awoken: days }: Stored) {
  print(
    shell,
    `Added: ${grouped(added)}; corrected: ${grouped(corrected)}; unchanged: ${grouped(unchanged)}.`,
  )
  if (days > 0) print(shell, `${counted(days, 'day')} of connections waited, and will be pulled.`)
}

function applyCommand(shell: Shell): Command {
  return dataCommand({
    name: 'apply',
    summary: 'Convert money again whose rate was corrected since its import.',
    details:
      'Also converts money again whose rate is now known of a closer day. Rates that came with an import stay. Each account and source gets an entry in adtally imports, which can be undone like an import.',
    examples: ['rates apply --dry-run', 'rates apply --account studio'],
  })
    .option('--account <username>', 'only figures of this account')
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .action(async (options: OwnerOptions & { readonly dryRun?: boolean }) => {
      const { account, dryRun, json } = options
      const { applyRates } = await import('../use-cases/rates/apply-rates.ts')
      const revalued = await callUseCase(shell, options, applyRates, {
        ...(account !== undefined && { account }),
        ...(dryRun && { dryRun }),
      })
      if (json) return printJson(shell, revalued)
      if (revalued.length === 0) return print(shell, 'All figures have the stored rates.')
      for (const one of revalued) printRevaluation(shell, one)
      if (dryRun) print(shell, 'Nothing was changed.')
    })
}

function printRevaluation(shell: Shell, one: RevaluationView): void {
  const { account, source, report, slices, currency, entry } = one
  const money = (amount: string) => `${shownMoney(amount, currency)} ${currency}`
  const of = report === null ? source : `${source}, secondary report ${report}`
  const change = `${money(one.revenue_before)} -> ${money(one.revenue_after)}`
  print(shell, `${account}, ${of}: ${counted(slices, 'slice')} (day, app, network), ${change}.`)
  if (entry !== null) {
    print(shell, `  To undo it: adtally imports undo ${entry}`)
    return
  }
  printTable(
    shell,
    ['network', 'day', 'revenue'],
    one.days.map((day) => [day.network, day.day, `${day.revenue_before} -> ${day.revenue_after}`]),
  )
  if (one.more_days > 0) print(shell, `Not listed: ${counted(one.more_days, 'more line')}.`)
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: 'List rates, the newest days first.',
    examples: ['rates list', 'rates list --account studio --currency USD --start-date 2026-03-01'],
  })
    .option('--account <username>', "include the account's own rates")
    .option('--start-date <day>', 'the first day')
    .option('--end-date <day>', 'the last day')
    .option('--currency <code>', 'only rates of or in this currency')
    .option('--limit <n>', 'number of rates, 1 to 10000', '40')
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { account, startDate, endDate, currency, limit } = options
      const { listRates } = await import('../use-cases/rates/list-rates.ts')
      const rates = await callUseCase(shell, options, listRates, {
        ...(account !== undefined && { account }),
        ...(startDate !== undefined && { startDate }),
        ...(endDate !== undefined && { endDate }),
        ...(currency !== undefined && { currency }),
        limit: readWholeNumber('--limit', limit, 1, 10_000),
      })
      printList(shell, options, rates, {
        header: ['day', 'rate', 'of', 'source'],
        toRow: (one) => [
          one.day,
          `1 ${one.currency} = ${one.rate} ${one.base}`,
          one.account ?? 'all accounts',
          one.source,
        ],
        whenEmpty: 'No rates yet. Add some: adtally rates import FILE',
      })
    })
}
