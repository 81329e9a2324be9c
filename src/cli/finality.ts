import type { Command } from 'commander'
import { ConfigError } from '../config/settings.ts'
import { defaultFinalAfterDays, maxFinalAfterDays } from '../ledger/finality.ts'
import { withCall } from './connect.ts'
import { command, type DataOptions, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { print, printJson, printTable } from './print.ts'
import type { Shell } from './shell.ts'

/** `adtally finality`: after how many days a network's figures are final. */
export function finalityCommand(shell: Shell): Command {
  return command({
    name: 'finality',
    summary: "Set after how many days a network's figures are final.",
    examples: ['finality set admob 30', 'finality list'],
  })
    .addCommand(setCommand(shell))
    .addCommand(listCommand(shell))
}

function setCommand(shell: Shell): Command {
  return dataCommand({
    name: 'set',
    summary: "Set after how many days a network's figures are final.",
    examples: ['finality set admob 30'],
  })
    .argument('<network>', 'network identifier, for example admob')
    .argument('<days>', `number of days, 0 to ${maxFinalAfterDays}`)
    .action(async (network: string, days: string, options: DataOptions) => {
      if (!/^\d+$/.test(days)) {
        throw new ConfigError(`"${days}" is not a whole number from 0 to ${maxFinalAfterDays}`)
      }
      const rule = { network, days: Number(days) }
      const { setFinality } = await import('../use-cases/set-finality.ts')
      await withCall(shell, directoryOf(shell, options), (call) => call(setFinality, rule))
      print(shell, `Figures of ${network} are final after ${days} days.`)
    })
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: 'List the networks that have a rule of their own.',
    examples: ['finality list'],
  })
    .addOption(jsonOption())
    .action(async (options: DataOptions & { json?: boolean }) => {
      const { listFinality } = await import('../use-cases/list-finality.ts')
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
      print(shell, `All other networks: ${defaultFinalAfterDays} days.`)
    })
}
