import { Type } from 'typebox'
import type { SetAsideName } from '../../ledger/set-aside.ts'
import { connectors } from '../../sources/all-connectors.ts'
import { sources } from '../../sources/all-sources.ts'
import { networkIdentifier, networkNameKey } from '../../sources/normalise/networks.ts'
import { formatDay } from '../../values/day.ts'
import { identifier, oneOf, text, username } from '../fields.ts'
import { publicFileName } from '../public-file-names.ts'
import { refuse } from '../refusals.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { refuseUnknown } from './known-networks.ts'

/** The effect of an answer. */
export interface NetworkAnswerView {
  readonly account: string
  readonly source: string
  readonly name: string
  /** The network that rows of the name are counted as. */
  readonly network: string
  /** The connections that fetch days again. */
  readonly connections: readonly {
    readonly name: string
    readonly first_day: string
    readonly last_day: string
  }[]
  /** The files that have to be imported again. */
  readonly files: readonly string[]
}

export const networkAnswerRequest = {
  account: username,
  source: oneOf([...sources.keys()]),
  name: text(255, 'the name of a network as the report has it'),
  /** A network of its own when absent. */
  network: Type.Optional(identifier),
}

/**
 * Answers which network a name in a source's reports is. Later imports and pulls count its rows. Connections fetch
 * the days again whose rows were set aside; files have to be imported again, and are listed until then.
 */
export const answerNetwork = useCase({
  name: 'answer-network',
  request: networkAnswerRequest,
  run: async (
    services,
    { account: username, source, name, network },
  ): Promise<NetworkAnswerView> => {
    const { id: accountId } = await services.accounts.get(username)
    const key = networkNameKey(name)
    if (key === '') throw refuse('network_name_empty', { name })
    if (network !== undefined) await refuseUnknown(network, accountId, services)
    const answered = network ?? networkIdentifier(name)
    const found = (await services.setAside.list(accountId)).filter(
      (one) => one.source === source && one.key === key,
    )
    const about = { accountId, source, name, key, network: answered }
    const before = await services.setAside.answer(about)
    const isChanged = before !== null && before !== answered
    return {
      account: username,
      source,
      name,
      network: answered,
      connections: await askAgain(source, accountId, found, isChanged, services),
      files: [...new Set(found.flatMap(({ files }) => files.map(publicFileName)))],
    }
  },
  audit: (_request, { account, source, name, network }) => [
    { action: 'network_answered', account, facts: { source, name, network } },
  ],
})

/** Makes days of connections due. @param isChanged whether an earlier answer was different, so that all days are due */
async function askAgain(
  source: string,
  accountId: number,
  found: readonly SetAsideName[],
  isChanged: boolean,
  { networks: { store, nowMs } }: Services,
): Promise<NetworkAnswerView['connections']> {
  const asked: { name: string; first_day: string; last_day: string }[] = []
  for (const { id, name, connector, firstDay: first } of await store.list(accountId)) {
    if (connectors.get(connector)?.source !== source) continue
    const set = found.find(({ connectionId }) => connectionId === id)
    const lastDay = isChanged ? await store.days.last(id) : (set?.lastDay ?? null)
    if (lastDay === null) continue
    const firstDay = isChanged ? first : set!.firstDay
    await store.days.makeDue(id, { firstDay, lastDay }, nowMs())
    asked.push({ name, first_day: formatDay(firstDay), last_day: formatDay(lastDay) })
  }
  return asked
}
