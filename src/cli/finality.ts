import { readWholeNumber } from '../config/settings.ts'
import { defaultFinalAfterDays, maxFinalAfterDays } from '../ledger/finality.ts'
import type { FinalityView } from '../use-cases/list-finality.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { print, printTable } from './print.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const set = useCaseCommand({
  name: 'set',
  summary: "Set after how many days a network's figures are final.",
  examples: ['finality set admob 30'],
  arguments: {
    network: 'network identifier, for example admob',
    days: takes('<days>', `number of days, 0 to ${maxFinalAfterDays}`, {
      read: (text) => readWholeNumber('days', text, 0, maxFinalAfterDays),
    }),
  },
  isPlain: true,
  useCase: async () => (await import('../use-cases/set-finality.ts')).setFinality,
  line: (_, { network, days }) => `Figures of ${network} are final after ${counted(days, 'day')}.`,
})

const list = useCaseCommand({
  name: 'list',
  summary: 'List when the figures of each network are final.',
  examples: ['finality list'],
  useCase: async () => (await import('../use-cases/list-finality.ts')).listFinality,
  show: (shell, rules) => {
    if (rules.length > 0) {
      printTable(
        shell,
        ['network', 'final after', 'rule'],
        rules.map((rule) => [rule.network, shownDays(rule), shownSource(rule)]),
      )
    }
    print(shell, `All other networks: ${defaultFinalAfterDays} days.`)
  },
})

const shownDays = ({ final_after_days: days, days_after_month: afterMonth }: FinalityView) =>
  afterMonth === null
    ? counted(days, 'day')
    : `${counted(days, 'day')}, and ${afterMonth === 0 ? 'the month' : `${counted(afterMonth, 'day')} after the month`}`

const shownSource = ({ is_set: isSet, document }: FinalityView) =>
  isSet ? 'set here' : (document ?? 'asked for again until then')

/** `adtally finality`: after how many days a network's figures are final. */
export const finalityCommand = commandGroup(
  {
    name: 'finality',
    summary: "Set after how many days a network's figures are final.",
    examples: ['finality set admob 30', 'finality list'],
  },
  [set, list],
)
