import type { Account } from '../publishers/account.ts'
import type { App, AppUpdate } from '../publishers/app.ts'
import { type AppColumn, appColumns, appIdentifiers, appRules } from '../publishers/app-columns.ts'
import type { Accounts } from '../records/accounts.ts'
import type { AppStore } from '../records/app-store.ts'
import { BadCells } from '../sources/bad-cells.ts'
import { isNetworkAppId, networkAppIdAccepts } from '../sources/network-app.ts'
import type { GivenFile, InputFormat } from '../sources/readers/input-file.ts'
import { type FileRow, type TableReading, withTables } from '../sources/readers/read-tables.ts'
import { limitExceeded } from '../sources/readers/reading.ts'
import { hashFiles, refuseRepeatedFiles } from '../sources/readers/repeated-files.ts'
import { checkCells, type RefuseCell } from '../values/cell-rule.ts'
import { isPlatform, type Platform } from '../values/platform.ts'

export interface AppsImportServices extends TableReading {
  readonly accounts: Accounts
  readonly apps: AppStore
  /** Networks whose ids the column `link_NETWORK` may link to an app. */
  readonly linkedNetworks: readonly string[]
}

export interface AppsSummary {
  readonly files: readonly string[]
  readonly added: number
  readonly updated: number
}

/**
 * Adds new apps and updates the others, all of them or none.
 *
 * @throws Refusal when cells are not accepted, or an app belongs to another account
 */
export async function importApps(
  files: readonly GivenFile[],
  inputFormat: InputFormat | undefined,
  services: AppsImportServices,
  replaceLinks: boolean,
): Promise<AppsSummary> {
  await refuseRepeatedFiles(files, () => hashFiles(files, services.signal))
  const columns = {
    ...appColumns,
    allowed: [...appColumns.allowed, ...services.linkedNetworks.map(linkColumn)],
  }
  const rows = await withTables(files, inputFormat, columns, services, async (found) => {
    const kept: FileRow[] = []
    for await (const row of found) {
      if (kept.push(row) > services.limits.apps) throw limitExceeded(row.file, 'apps', services)
    }
    return kept
  })
  const known = await knownApps(rows, services.apps)
  const check = new AppsCheck(await services.accounts.list(), known, services.linkedNetworks)
  for (const row of rows) check.add(row)
  if (check.bad.count > 0) throw check.bad.refusal()
  const counts = await services.apps.upsert(check.apps, replaceLinks)
  return { files: files.map(({ name }) => name), ...counts }
}

const linkColumn = (network: string): string => `link_${network}`

/** The existing apps, by app id. */
async function knownApps(rows: readonly FileRow[], apps: AppStore): Promise<Map<string, App>> {
  const appIds = new Set(rows.flatMap(({ cells }) => cells?.app_id ?? []))
  return new Map((await apps.byIds([...appIds])).map((app) => [app.appId, app]))
}

/** Collects the valid apps and the bad cells of all files. */
class AppsCheck {
  readonly bad = new BadCells()
  readonly apps: AppUpdate[] = []
  readonly #accounts: ReadonlyMap<string, Account>
  readonly #known: ReadonlyMap<string, App>
  /** The first `file:line` of each app_id. */
  readonly #places = new Map<string, string>()

  /** The first `file:line` of each network's id on each platform of an account. */
  readonly #linkPlaces = new Map<string, string>()
  readonly #networks: readonly string[]

  constructor(
    accounts: readonly Account[],
    known: ReadonlyMap<string, App>,
    networks: readonly string[],
  ) {
    this.#networks = networks
    this.#accounts = new Map(accounts.map((account) => [account.username, account]))
    this.#known = known
  }

  add({ file, line, cells: row, columns, fault }: FileRow): void {
    const before = this.bad.count
    if (fault) this.bad.add({ file, line, ...fault })
    if (!row) return
    const refuse: RefuseCell = (column, accepts) =>
      this.bad.add({ file, line, column, value: row[column] ?? null, accepts })

    checkCells(row, appRules, refuse)
    const account = this.#accounts.get(row.publisher ?? '')
    const known = this.#known.get(row.app_id ?? '')
    if (row.publisher) checkPublisher(known, account, refuse)
    if (known && isPlatform(row.platform ?? '') && row.platform !== known.platform) {
      // The platform decides which of a network's apps and identifiers are meant.
      refuse('platform', `${known.platform}, the platform of the app "${known.appId}"`)
    }
    for (const [column, platforms] of Object.entries(appIdentifiers) as [
      AppColumn,
      readonly string[],
    ][]) {
      if (row[column] && row.platform && !platforms.includes(row.platform)) {
        refuse(column, `an empty cell: only apps on ${platforms.join(' or ')} have one`)
      }
    }
    const place = this.#places.get(row.app_id ?? '')
    if (place) refuse('app_id', `each app once; ${place} has the same`)
    if (row.app_id && !place) this.#places.set(row.app_id, `${file}:${line}`)
    const links = this.#linksOf(row, `${file}:${line}`, refuse)
    if (this.bad.count > before) return
    const update = toUpdate(row, columns, account!.id)
    this.apps.push(links.length > 0 ? { ...update, links } : update)
  }

  #linksOf(row: NonNullable<FileRow['cells']>, place: string, refuse: RefuseCell) {
    return this.#networks.flatMap((network) => {
      const column = linkColumn(network)
      const networkAppId = row[column] ?? ''
      if (networkAppId === '') return []
      if (!isNetworkAppId(networkAppId)) refuse(column, networkAppIdAccepts)
      const key = JSON.stringify([row.publisher, row.platform, network, networkAppId])
      const earlier = this.#linkPlaces.get(key)
      if (earlier) refuse(column, `each id once; ${earlier} has the same`)
      else this.#linkPlaces.set(key, place)
      return [{ network, networkAppId }]
    })
  }
}

function checkPublisher(
  known: App | undefined,
  account: Account | undefined,
  refuse: RefuseCell,
): void {
  if (!account) refuse('publisher', appRules.publisher.accepts)
  // Moving an app would move its past figures too.
  else if (known && known.accountId !== account.id) {
    refuse('publisher', `the publisher of the app "${known.appId}"; an import does not move apps`)
  }
}

/** An empty cell removes an identifier; a column that the file does not have keeps it. */
function toUpdate(
  row: NonNullable<FileRow['cells']>,
  columns: readonly string[],
  accountId: number,
): AppUpdate {
  const { app_store_id: storeId, app_bundle_id: bundleId, android_package: name } = row
  const has = (column: AppColumn) => columns.includes(column)
  return {
    accountId,
    appId: row.app_id!,
    name: row.app_name!,
    platform: row.platform as Platform,
    ...(has('app_store_id') && { appStoreId: storeId ? Number(storeId) : null }),
    ...(has('app_bundle_id') && { appBundleId: bundleId ?? null }),
    ...(has('android_package') && { androidPackage: name ?? null }),
  }
}
