import { Type } from 'typebox'
import type { StoredFailure } from '../ledger/failed-imports.ts'
import { formatInstant } from '../values/instant.ts'
import { username, wholeNumber } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'

/** An import that was refused. */
export interface FailedImportView {
  readonly id: number
  readonly failed_at: string
  /** Null when it is not known whose figures it was to import. */
  readonly account: string | null
  readonly source: string
  readonly files: readonly string[]
  readonly why: StoredFailure['why']
}

/** Imports that were refused, latest first, until they are dismissed or their files are imported. */
export const listFailedImports = useCase({
  name: 'list-failed-imports',
  request: {
    /** Those of all accounts, and of unknown ones, when absent. */
    account: Type.Optional(username),
    limit: wholeNumber(1, 1_000),
  },
  audit: readsOnly,
  run: async ({ accounts, failedImports }, { account, limit }): Promise<FailedImportView[]> => {
    const found =
      account === undefined
        ? await failedImports.newest(limit)
        : await failedImports.ofAccount((await accounts.get(account)).id, limit)
    const usernames = new Map((await accounts.list()).map(({ id, username }) => [id, username]))
    return found.map(({ id, failedAtMs, accountId, source, files, why }) => ({
      id,
      failed_at: formatInstant(failedAtMs),
      account: accountId === null ? null : (usernames.get(accountId) ?? null),
      source,
      files,
      why,
    }))
  },
})
