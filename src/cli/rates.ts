import type { Command } from 'commander'
import { wholeNumber } from '../config/settings.ts'
import { counted } from '../wording/phrases.ts'
import { callUseCase } from './connect.ts'
import { command, dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { withGivenFiles } from './given-files.ts'
import { grouped, print, printJson, printList } from './print.ts'
import type { Shell } from './shell.ts'

interface OwnerOptions extends JsonOptions {
  readonly account?: string
}

interface ListOptions extends OwnerOptions {
  readonly from?: string
  readonly to?: string
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
    .addCommand(listCommand(shell))
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
      const { added, corrected, unchanged, days_awoken: days } = done
      print(
        shell,
        `Added: ${grouped(added)}; corrected: ${grouped(corrected)}; unchanged: ${grouped(unchanged)}.`,
      )
      if (days > 0)
        print(shell, `${counted(days, 'day')} of connections waited, and will be pulled.`)
    })
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: 'List rates, the newest days first.',
    examples: ['rates list', 'rates list --account studio --currency USD --from 2026-03-01'],
  })
    .option('--account <username>', "include the account's own rates")
    .option('--from <day>', 'the first day')
    .option('--to <day>', 'the last day')
    .option('--currency <code>', 'only rates of or in this currency')
    .option('--limit <n>', 'number of rates, 1 to 10000', '40')
    .addOption(jsonOption())
    .action(async (options: ListOptions) => {
      const { account, from, to, currency, limit } = options
      const { listRates } = await import('../use-cases/rates/list-rates.ts')
      const rates = await callUseCase(shell, options, listRates, {
        ...(account !== undefined && { account }),
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(currency !== undefined && { currency }),
        limit: wholeNumber('--limit', limit, 1, 10_000),
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
