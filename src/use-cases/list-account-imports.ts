import { Type } from 'typebox'
import type { Connection } from '../connections/connection.ts'
import type { StoredFailure } from '../ledger/failed-imports.ts'
import type { AccountEntry, FigureScope } from '../ledger/figure-ledger.ts'
import type { Principal } from '../publishers/principal.ts'
import { formatInstant } from '../values/instant.ts'
import { failedDays } from './connections/list-failed-days.ts'
import { requestsOf, requestsOfAll } from './connections/withdraw-pulled.ts'
import { entryViewer } from './entry-view.ts'
import { entryId, username } from './fields.ts'
import { setAsideViews } from './networks/set-aside-view.ts'
import { publicFileName, withPublicFileNames } from './public-file-names.ts'
import type { Services } from './services.ts'
import { type RequestOf, readsOnly, useCase } from './use-case.ts'

/** Some days of many connections, which pages fold into a line a day. */
const importsPerPage = 200
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
  const { accounts, failedImports } = services
  const account = await accounts.get(name)
  // An extra entry tells whether there is another page.
  const entries = await newestEntries(services, { account: account.id, apps }, before ?? null)
  const page = entries.slice(0, importsPerPage)
  const viewOf = await entryViewer(services.apps, { account, apps })
  const connections = apps === null ? await services.networks.store.list(account.id) : []
  const isWhole = before === undefined && apps === null
  const failed = isWhole ? await failedImports.ofAccount(account.id, maxFailures) : []
  const days = isWhole ? await failedDays(services, maxFailures, account.id) : []
  const setAside = isWhole ? await setAsideViews(services, account.id) : []
  return {
    currency: account.currency,
    imports: page.map(({ report, ...entry }) => ({
      ...viewOf(entry),
      report,
      ...fetchedBy(entry, connections),
      may_undo: entry.kind !== 'undo' && entry.undoneBy === null && !entry.isShared,
    })),
    failed: failed.map(toFailureView),
    failed_days: days,
    set_aside: setAside,
    next_before: entries.length > page.length ? page.at(-1)!.id : null,
  }
}

/** An entry, with the name of the secondary report that it changed; null for counted figures. */
type ListedEntry = AccountEntry & { readonly report: string | null }

/** One page and an extra entry. Secondary reports have apps of all kinds, so only those who see all apps see them. */
async function newestEntries(
  { ledger }: Services,
  { account, apps }: FigureScope,
  before: number | null,
): Promise<ListedEntry[]> {
  const secondary = apps === null ? await ledger.secondaryReports(account) : []
  const places = [
    { id: account, report: null },
    ...secondary.map(({ reportId, name }) => ({ id: reportId, report: name })),
  ]
  const found = await Promise.all(
    places.map(async ({ id, report }) => {
      const entries = await ledger.entriesOf({ account: id, apps }, before, importsPerPage + 1)
      return entries.map((entry) => ({ ...entry, report }))
    }),
  )
  // A mediation's import may change counted figures and a secondary report: it is listed with what counts.
  const byId = new Map(found.reverse().flatMap((some) => some.map((one) => [one.id, one])))
  return [...byId.values()].sort((a, b) => b.id - a.id).slice(0, importsPerPage + 1)
}

/** Whether a connection fetched an entry, and its name unless it was removed. */
function fetchedBy({ request }: AccountEntry, connections: readonly Connection[]) {
  const own = connections.find(({ id }) => request?.startsWith(requestsOf(id)))
  return { is_fetched: request?.startsWith(requestsOfAll) ?? false, connection: own?.name ?? null }
}

const toFailureView = ({ id, failedAtMs, source, files, why }: StoredFailure) => ({
  id,
  failed_at: formatInstant(failedAtMs),
  source,
  files: files.map(publicFileName),
  why: withPublicFileNames(why, files),
})
