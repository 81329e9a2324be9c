import type { Command } from 'commander'
import { readWholeNumber } from '../config/settings.ts'
import { defaultFinalAfterDays, maxFinalAfterDays } from '../ledger/finality.ts'
import type { FinalityView } from '../use-cases/list-finality.ts'
import { counted } from '../wording/phrases.ts'
import { callUseCase } from './connect.ts'
import {
  command,
  type DataOptions,
  dataCommand,
  type JsonOptions,
  jsonOption,
} from './data-command.ts'
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
      const rule = { network, days: readWholeNumber('days', days, 0, maxFinalAfterDays) }
      const { setFinality } = await import('../use-cases/set-finality.ts')
      await callUseCase(shell, options, setFinality, rule)
      print(shell, `Figures of ${network} are final after ${counted(rule.days, 'day')}.`)
    })
}

function listCommand(shell: Shell): Command {
  return dataCommand({
    name: 'list',
    summary: 'List when the figures of each network are final.',
    examples: ['finality list'],
  })
    .addOption(jsonOption())
    .action(async (options: JsonOptions) => {
      const { listFinality } = await import('../use-cases/list-finality.ts')
      const rules = await callUseCase(shell, options, listFinality, {})
      if (options.json) return printJson(shell, rules)
      if (rules.length > 0) {
        printTable(
          shell,
          ['network', 'final after', 'rule'],
          rules.map((rule) => [rule.network, shownDays(rule), shownSource(rule)]),
        )
      }
      print(shell, `All other networks: ${defaultFinalAfterDays} days.`)
    })
}

const shownDays = ({ final_after_days: days, days_after_month: afterMonth }: FinalityView) =>
  afterMonth === null
    ? counted(days, 'day')
    : `${counted(days, 'day')}, and ${afterMonth === 0 ? 'the month' : `${counted(afterMonth, 'day')} after the month`}`

const shownSource = ({ is_set: isSet, document }: FinalityView) =>
  isSet ? 'set here' : (document ?? 'asked for again until then')
