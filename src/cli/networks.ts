import type { NetworkAnswerView } from '../use-cases/networks/answer-network.ts'
import type { SetAsideNameView } from '../use-cases/networks/set-aside-view.ts'
import { shellWord } from '../values/shell-word.ts'
import { counted } from '../wording/phrases.ts'
import { takes } from './command-fields.ts'
import { grouped, print, printTable } from './print.ts'
import { amounts } from './print-summary.ts'
import { CommandError } from './report-failure.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'
import type { Shell } from './shell.ts'

const list = useCaseCommand({
  name: 'list',
  summary: 'List rows that are set aside, by the name of their network.',
  details:
    'Rows that are set aside are in no figures. A name stays in the list until it is answered and its rows are imported again.',
  examples: ['networks list', 'networks list --account studio'],
  options: { account: takes('<username>', 'only those of this account') },
  useCase: async () => (await import('../use-cases/networks/list-set-aside.ts')).listSetAside,
  show: (shell, found) => {
    if (found.length === 0) return print(shell, 'No rows are set aside.')
    const header = ['account', 'source', 'name', 'like', 'rows', 'impressions', 'revenue', 'days']
    printTable(shell, [...header, 'from'], found.map(toRow))
    for (const line of new Set(found.map(nextStep))) print(shell, line)
  },
})

const toRow = (one: SetAsideNameView): string[] => [
  one.account,
  one.source,
  one.name,
  one.similar_to ?? '-',
  grouped(one.rows),
  grouped(Number(one.impressions)),
  amounts(one.revenue),
  one.first_day === one.last_day ? one.first_day : `${one.first_day} to ${one.last_day}`,
  one.connection ?? one.files.join(', '),
]

const nextStep = (one: SetAsideNameView): string =>
  one.network === null
    ? `Answer: ${answerLine(one)}`
    : `${JSON.stringify(one.name)} is ${one.network}. ${
        one.connection === null
          ? `Import again: ${one.files.join(', ')}`
          : `Run: adtally connections pull ${one.account} ${shellWord(one.connection)}`
      }`

/** The command that answers a name. */
export const answerLine = ({
  account,
  source,
  name,
  similar_to: similar,
}: Pick<SetAsideNameView, 'account' | 'source' | 'name' | 'similar_to'>): string => {
  const answer = `adtally networks answer ${account} ${source} ${shellWord(name)}`
  return `${answer} --is ${similar ?? 'NETWORK'}   # or --new, for a network of its own`
}

const answer = useCaseCommand({
  name: 'answer',
  summary: 'Answer which network a name in the reports of a source is.',
  details:
    'The answer is for one account and source, and holds for all later imports. Connections fetch the days again whose rows were set aside. Import files again.',
  examples: [
    'networks answer studio applovin-max ADMOB_X_BIDDING --is admob',
    'networks answer studio levelplay "Unity Market" --new',
  ],
  arguments: {
    account: 'username of the account',
    source: 'source of the reports, for example applovin-max',
    name: 'the name in the reports',
  },
  otherOptions: {
    is: takes('<network>', 'the network that it is, for example admob'),
    new: 'it is a network of its own',
  },
  complete: (_, __, { is, new: isNew }: { readonly is?: string; readonly new?: true }) => {
    if ((is === undefined) !== (isNew === undefined)) return is === undefined ? {} : { network: is }
    throw new CommandError('add either --is NETWORK or --new', [])
  },
  useCase: async () => (await import('../use-cases/networks/answer-network.ts')).answerNetwork,
  show: printAnswer,
})

function printAnswer(shell: Shell, answered: NetworkAnswerView): void {
  const { name, network, source, account, connections, files } = answered
  print(shell, `${JSON.stringify(name)} in reports of ${source} is ${network}, for ${account}.`)
  for (const { name: connection, first_day: first, last_day: last } of connections) {
    print(shell, `Connection ${connection} fetches ${first} to ${last} again.`)
  }
  if (files.length > 0) {
    print(shell, `Import ${counted(files.length, 'file')} again: ${files.join(', ')}`)
  }
}

/** `adtally networks`: names in reports that may be another name of a network. */
export const networksCommand = commandGroup(
  {
    name: 'networks',
    summary: 'Answer which network a name in a report is.',
    details:
      'A mediation may have a name for a network that Adtally does not know. If it resembles a network with its own reports, its rows are set aside, because they may be the same revenue.',
    examples: ['networks list', 'networks answer studio applovin-max ADMOB_X_BIDDING --is admob'],
  },
  [list, answer],
)
