import { Type } from 'typebox'
import type { StoredFailure } from '../ledger/failed-imports.ts'
import { type AccountEntry, allFiguresOf } from '../ledger/figure-ledger.ts'
import { formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { formatInstant } from '../values/instant.ts'
import { failedDays } from './connections/list-failed-days.ts'
import { entryId, username } from './fields.ts'
import { subjectOf } from './list-imports.ts'
import { setAsideViews } from './networks/set-aside-view.ts'
import { publicFileName, withPublicFileNames } from './public-file-names.ts'
import { readsOnly, useCase } from './use-case.ts'

const importsPerPage = 50
const maxFailures = 50

/**
 * A page of the imports and undos that changed an account's figures, newest first. The first page
 * also has the account's failed imports, the days of its connections whose last attempt failed, and the rows that are
 * set aside.
 */
export const listAccountImports = useCase({
  name: 'list-account-imports',
  request: {
    account: username,
    /** Only entries with a smaller id; all when absent. */
    before: Type.Optional(entryId),
  },
  audit: readsOnly,
  run: async (services, { account: name, before = null }) => {
    const { accounts, ledger, failedImports } = services
    const account = await accounts.get(name)
    // An extra entry tells whether there is another page.
    const entries = await ledger.entriesOf(allFiguresOf(account.id), before, importsPerPage + 1)
    const page = entries.slice(0, importsPerPage)
    const failed = before === null ? await failedImports.ofAccount(account.id, maxFailures) : []
    const days = before === null ? await failedDays(services, maxFailures, account.id) : []
    const setAside = before === null ? await setAsideViews(services, account.id) : []
    return {
      currency: account.currency,
      imports: page.map(toEntryView),
      failed: failed.map(toFailureView),
      failed_days: days,
      set_aside: setAside,
      next_before: entries.length > page.length ? page.at(-1)!.id : null,
    }
  },
})

export const toEntryView = (entry: AccountEntry) => ({
  id: entry.id,
  kind: entry.kind,
  committed_at: formatInstant(entry.committedAtMs),
  undoes: entry.undoes,
  undone_by: entry.undoneBy,
  ...subjectOf(entry),
  source: entry.source,
  files: entry.files?.map(publicFileName) ?? null,
  networks: entry.networks,
  network_count: entry.networkCount,
  slices_added: entry.added,
  slices_restated: entry.restated,
  slices_removed: entry.removed,
  first_day: formatDay(entry.firstDay),
  last_day: formatDay(entry.lastDay),
  impressions: entry.impressions.toString(),
  revenue: formatMicros(entry.revenueMicros),
})

const toFailureView = ({ id, failedAtMs, source, files, why }: StoredFailure) => ({
  id,
  failed_at: formatInstant(failedAtMs),
  source,
  files: files.map(publicFileName),
  why: withPublicFileNames(why, files),
})
