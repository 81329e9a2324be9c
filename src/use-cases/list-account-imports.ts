import { Type } from 'typebox'
import type { StoredFailure } from '../ledger/failed-imports.ts'
import type { Principal } from '../publishers/principal.ts'
import { formatInstant } from '../values/instant.ts'
import { failedDays } from './connections/list-failed-days.ts'
import { entryViewer } from './entry-view.ts'
import { entryId, username } from './fields.ts'
import { setAsideViews } from './networks/set-aside-view.ts'
import { publicFileName, withPublicFileNames } from './public-file-names.ts'
import type { Services } from './services.ts'
import { type RequestOf, readsOnly, useCase } from './use-case.ts'

const importsPerPage = 50
const maxFailures = 50

const requestFields = {
  account: username,
  /** Only entries with a smaller id; all when absent. */
  before: Type.Optional(entryId),
}

/**
 * A page of the imports and undos that changed an account's figures, newest first. The first page
 * also has the account's failed imports, the days of its connections whose last attempt failed, and the rows that are
 * set aside.
 */
export const listAccountImports = useCase({
  name: 'list-account-imports',
  request: requestFields,
  audit: readsOnly,
  run: (services, request) => pageOf(services, request, null),
})

/**
 * {@link listAccountImports} for a principal. One that sees only some apps gets their changes alone, because failures
 * and rows that are set aside may be about any app.
 *
 * @param apps the keys of the apps; null for all
 */
export const listImportsWithin = (apps: Principal['apps']): typeof listAccountImports => ({
  ...listAccountImports,
  run: (services, request) => pageOf(services, request, apps),
})

async function pageOf(
  services: Services,
  { account: name, before }: RequestOf<typeof requestFields>,
  apps: Principal['apps'],
) {
  const { accounts, ledger, failedImports } = services
  const account = await accounts.get(name)
  // An extra entry tells whether there is another page.
  const scope = { account: account.id, apps }
  const entries = await ledger.entriesOf(scope, before ?? null, importsPerPage + 1)
  const page = entries.slice(0, importsPerPage)
  const viewOf = await entryViewer(services.apps, { account, apps })
  const isWhole = before === undefined && apps === null
  const failed = isWhole ? await failedImports.ofAccount(account.id, maxFailures) : []
  const days = isWhole ? await failedDays(services, maxFailures, account.id) : []
  const setAside = isWhole ? await setAsideViews(services, account.id) : []
  return {
    currency: account.currency,
    imports: page.map(viewOf),
    failed: failed.map(toFailureView),
    failed_days: days,
    set_aside: setAside,
    next_before: entries.length > page.length ? page.at(-1)!.id : null,
  }
}

const toFailureView = ({ id, failedAtMs, source, files, why }: StoredFailure) => ({
  id,
  failed_at: formatInstant(failedAtMs),
  source,
  files: files.map(publicFileName),
  why: withPublicFileNames(why, files),
})
