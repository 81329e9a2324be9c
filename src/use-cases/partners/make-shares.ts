import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { shares } from '../../facts/shares.ts'
import { allFiguresOf } from '../../ledger/figure-ledger.ts'
import {
  monthStateOf,
  type Partner,
  type ShareBook,
  type ShareProgress,
} from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import type { TableRow } from '../../sources/readers/input-file.ts'
import { commitRows } from '../../staging/commit-rows.ts'
import { type Day, type DaySpan, formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { firstDayOfMonth } from '../../values/months.ts'
import { type Lease, withLease } from '../connections/with-lease.ts'
import type { Services } from '../services.ts'
import { type NetRow, netRows } from './net-rows.ts'

/** What the making of net figures works with. */
export type ShareServices = Pick<
  Services,
  | 'accounts'
  | 'apps'
  | 'figures'
  | 'importLimits'
  | 'ledger'
  | 'networks'
  | 'now'
  | 'shareBooks'
  | 'sliceFigures'
  | 'slices'
>

/** The source of entries with net figures. */
export const sharesSource = 'shares'

/**
 * Brings the net figures of a network up to its last ledger entry and the last version of its rules: the shares in its own
 * account, and the figures of each partner. Does nothing for an account without partners. Work that dies is repeated: what is
 * there already is not written again.
 *
 * @param after runs under the same lease, when nothing is left to make
 * @returns false while another process makes them
 * @throws Refusal as imports
 */
export function makeShares(
  services: ShareServices,
  networkId: number,
  signal: AbortSignal,
  after: (book: ShareBook, lease: Lease) => Promise<void> = async () => undefined,
): Promise<boolean> {
  const { shareBooks, networks } = services
  const { nowMs, owner, hasEnded } = networks
  return shareBooks.progressOf(networkId).then((found) => {
    if (!found) return true
    const find = async () => ((await shareBooks.progressOf(networkId)) ? found : null)
    const leased = { store: shareBooks, nowMs, owner, hasEnded }
    return withLease(leased, { id: found.id, find, signal }, async (_, lease) => {
      for (;;) {
        const book = await makeOnce(services, networkId, lease)
        if (book === 'changed') continue
        if (book) await after(book, lease)
        return true
      }
    })
  })
}

/** Another process needs seconds, unless an account has many figures. */
const tryEveryMs = 200
const tries = 600

/** {@link makeShares} when no other process makes them. @throws Refusal `shares_busy` after two minutes */
export async function makeSharesInTurn(
  services: ShareServices,
  network: Account,
  signal: AbortSignal,
  after?: (book: ShareBook, lease: Lease) => Promise<void>,
): Promise<void> {
  for (let tried = 0; tried < tries; tried++) {
    if (await makeShares(services, network.id, signal, after)) return
    await services.networks.wait(tryEveryMs, signal)
  }
  throw refuse('shares_busy', { username: network.username })
}

/** @returns the book that net figures were made by; null without an account, `changed` when it is another one now */
async function makeOnce(
  services: ShareServices,
  networkId: number,
  lease: Lease,
): Promise<ShareBook | 'changed' | null> {
  const { accounts, figures: store, shareBooks } = services
  const network = await accounts.byId(networkId)
  const progress = await shareBooks.progressOf(networkId)
  if (!network || !progress) return null
  const book = await shareBooks.read(networkId)
  if (book.version !== progress.version) return 'changed'
  const { entry, generation } = await store.states.asOf(null)
  for (const days of await changedRuns(services, progress, { entry, generation })) {
    await lease.assertLease()
    await makeDays(services, network, { book, days, entry }, lease)
    if ((await shareBooks.progressOf(networkId))?.version !== book.version) return 'changed'
  }
  await lease.assertLease()
  await shareBooks.noteMade(networkId, book.version, { entry, generation })
  return book
}

/** The days whose net figures may be others, as runs of days of one month. */
async function changedRuns(
  { ledger }: ShareServices,
  { networkId, changedDays, ...made }: ShareProgress,
  { entry, generation }: Pick<ShareProgress, 'entry' | 'generation'>,
): Promise<DaySpan[]> {
  const madeUpTo = made.generation === generation ? made.entry : 0
  const days = await ledger.lastChangesByDay(allFiguresOf(networkId), entry)
  const isChanged = ({ day, entry: last }: { day: Day; entry: number }) =>
    last > madeUpTo ||
    (changedDays !== null && changedDays.firstDay <= day && day <= changedDays.lastDay)
  const runs: { firstDay: Day; lastDay: Day }[] = []
  for (const { day } of days.filter(isChanged)) {
    const run = runs.at(-1)
    const isNext = run && run.lastDay + 1 === day
    if (isNext && firstDayOfMonth(run.firstDay) === firstDayOfMonth(day)) run.lastDay = day
    else runs.push({ firstDay: day, lastDay: day })
  }
  return runs
}

interface MadeDays {
  readonly book: ShareBook
  /** Of one month. */
  readonly days: DaySpan
  readonly entry: number
}

async function makeDays(
  services: ShareServices,
  network: Account,
  made: MadeDays,
  { signal }: Lease,
): Promise<void> {
  const { book, days } = made
  const apps = await services.apps.everOfAccount(network.id)
  const toShares = rowsOf(services, made, signal, shares, apps, ({ partner, rule, app }) => ({
    app: app.app,
    labels: { partner: partner.username, share_rule: String(rule.number) },
  }))
  await commit(services, network, { kind: shares, apps, days, rows: toShares }, signal)
  for (const partner of book.partners) {
    const account =
      partner.accountId === null ? null : await services.accounts.byId(partner.accountId)
    const state = monthStateOf(book, partner, firstDayOfMonth(days.firstDay))
    if (account && state !== 'approved') {
      await makePartner(
        services,
        partner,
        account,
        { ...made, isHidden: state === 'hidden' },
        signal,
      )
    }
  }
}

async function makePartner(
  services: ShareServices,
  { id: partnerId }: Partner,
  account: Account,
  { isHidden, ...made }: MadeDays & { readonly isHidden: boolean },
  signal: AbortSignal,
): Promise<void> {
  const own = await services.apps.everOfAccount(account.id)
  const rows = isHidden
    ? []
    : rowsOf(services, { ...made, partnerId }, signal, figures, own, ({ app }) => ({
        app: app.ownApp,
        labels: {},
      }))
  await commit(services, account, { kind: figures, apps: own, days: made.days, rows }, signal)
}

interface CommittedDays {
  readonly kind: FactKind
  readonly apps: readonly App[]
  readonly days: DaySpan
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>
}

const commit = (
  services: ShareServices,
  account: Account,
  { kind, apps, days, rows }: CommittedDays,
  signal: AbortSignal,
) =>
  commitRows(
    {
      kind,
      account,
      apps: apps.filter(({ endedBy }) => endedBy === undefined),
      source: sharesSource,
      scope: { days, networks: null, accountId: account.id },
      rows,
    },
    { ...services, limits: services.importLimits, signal },
  )

/** The cells of net rows as those of a kind of fact. */
async function* rowsOf(
  { sliceFigures }: ShareServices,
  selection: MadeDays & { readonly partnerId?: number },
  signal: AbortSignal,
  { columns }: FactKind,
  apps: readonly App[],
  placeOf: (row: NetRow) => {
    readonly app: number
    readonly labels: Readonly<Record<string, string>>
  },
): AsyncGenerator<TableRow, void, void> {
  const appIds = new Map(apps.map(({ key, appId }) => [key, appId]))
  let line = 0
  for await (const slice of netRows(sliceFigures, selection, signal)) {
    for (const row of slice) {
      const { app, labels } = placeOf(row)
      const net = formatMicros(row.netMicros)
      const cells: Readonly<Record<string, string | null>> = {
        date: formatDay(row.day),
        app_id: appIds.get(app)!,
        ...row.labels,
        ...labels,
        revenue: net,
        revenue_net: net,
        revenue_shared: formatMicros(row.grossMicros),
      }
      yield {
        line: ++line,
        cells: columns.map((column) => cells[column] ?? row.counts[column]?.toString() ?? null),
      }
    }
  }
}
