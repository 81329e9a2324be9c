import { Command } from 'commander'
import { ConfigError } from '../config/settings.ts'
import { mostFinalAfterDays, usualFinalAfterDays } from '../ledger/finality.ts'
import { listFinality } from '../use-cases/list-finality.ts'
import { setFinality } from '../use-cases/set-finality.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { print, printJson, printTable } from './print.ts'
import type { Shell } from './shell.ts'

/** `adtally finality`: after how many days a network's figures are final. */
export function finalityCommand(shell: Shell): Command {
  return new Command('finality')
    .description("After how many days networks' figures are final.")
    .addHelpText('after', '\nExample:\n  $ adtally finality set admob 30')
    .addCommand(setCommand(shell))
    .addCommand(listCommand(shell))
}

function setCommand(shell: Shell): Command {
  return dataCommand(
    'set',
    `Say after how many days a network's figures are final: 0 to ${mostFinalAfterDays}.`,
    'finality set admob 30',
  )
    .argument('<network>', 'network identifier, as reports name it')
    .argument('<days>', 'days after the day itself')
    .action(async (network: string, days: string, options: DataOptions) => {
      if (!/^\d+$/.test(days)) {
        throw new ConfigError(`"${days}" is not a whole number from 0 to ${mostFinalAfterDays}`)
      }
      const rule = { network, days: Number(days) }
      await withCall(shell, directoryOf(shell, options), (call) => call(setFinality, rule))
      print(shell, `Figures of ${network} are final after ${days} days.`)
    })
}

function listCommand(shell: Shell): Command {
  return dataCommand('list', 'List the rules that were set.', 'finality list')
    .addOption(jsonOption())
    .action(async (options: DataOptions & { json?: boolean }) => {
      const rules = await withCall(shell, directoryOf(shell, options), (call) =>
        call(listFinality, {}),
      )
      if (options.json) return printJson(shell, rules)
      if (rules.length > 0) {
        printTable(
          shell,
          ['network', 'final after'],
          rules.map((rule) => [rule.network, `${rule.final_after_days} days`]),
        )
      }
      print(shell, `All other networks: ${usualFinalAfterDays} days.`)
    })
}
