import { Type } from 'typebox'
import type { PullProblem } from '../../connections/connection.ts'
import { connectors } from '../../sources/all-connectors.ts'
import { formatDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { username, wholeNumber } from '../fields.ts'
import type { Services } from '../services.ts'
import { readsOnly, useCase } from '../use-case.ts'

/** A day of a connection whose last attempt gave no figures. */
export interface FailedDayView {
  readonly failed_at: string
  readonly account: string
  readonly connection: string
  /** The name that people use for the network. */
  readonly network: string
  readonly day: string
  readonly problem: PullProblem
}

/** Days of connections whose last attempt failed, latest first, until they are fetched. */
export const listFailedDays = useCase({
  name: 'list-failed-days',
  request: {
    /** Those of all accounts when absent. */
    account: Type.Optional(username),
    limit: wholeNumber(1, 1_000),
  },
  audit: readsOnly,
  run: async (services, { account, limit }) => {
    const id = account === undefined ? undefined : (await services.accounts.get(account)).id
    return failedDays(services, limit, id)
  },
})

/** @param accountId all accounts when absent */
export async function failedDays(
  { accounts, networks: { store } }: Pick<Services, 'accounts' | 'networks'>,
  limit: number,
  accountId?: number,
): Promise<FailedDayView[]> {
  const failed = await store.days.failed(limit, accountId)
  if (failed.length === 0) return []
  const connections = new Map((await store.list(accountId)).map((one) => [one.id, one]))
  const usernames = new Map((await accounts.list()).map(({ id, username }) => [id, username]))
  return failed.flatMap(({ connectionId, failedAtMs, day, problem }) => {
    const connection = connections.get(connectionId)
    // Someone may have removed it meanwhile.
    if (!connection || problem === null) return []
    return {
      failed_at: formatInstant(failedAtMs),
      account: usernames.get(connection.accountId)!,
      connection: connection.name,
      network: connectors.get(connection.connector)?.title ?? connection.connector,
      day: formatDay(day),
      problem,
    }
  })
}
