import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../accounts/account.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { AppDetails } from '../catalogue/app.ts'
import { AppError } from '../catalogue/app.ts'
import type { AppStore } from '../catalogue/app-store.ts'
import type { Platform } from '../values/platform.ts'
import { type AppColumn, appColumns, appIdentifiers, appRules } from './app-columns.ts'
import { BadRows } from './bad-rows.ts'
import { ImportError, refuseBadCells } from './import-error.ts'
import type { GivenFile, InputFormat, TableRow } from './input-file.ts'
import { prepareInput } from './prepare-input.ts'
import { type ReadParquet, readTextTable } from './read-table.ts'

export interface AppsImportServices {
  readonly accounts: Accounts
  readonly apps: AppStore
  readonly readParquet: ReadParquet
  readonly workDirectory: string
}

/** What an import of apps brought. */
export interface AppsSummary {
  readonly files: readonly string[]
  readonly added: number
  readonly updated: number
}

/**
 * Imports apps: those that are new are added, the others updated; all of them or none.
 *
 * @throws ImportError listing the cells that are not accepted
 */
export async function importApps(
  files: readonly GivenFile[],
  inputFormat: InputFormat | undefined,
  services: AppsImportServices,
): Promise<AppsSummary> {
  await mkdir(services.workDirectory, { recursive: true })
  const workDirectory = await mkdtemp(join(services.workDirectory, 'import-'))
  try {
    const check = new AppsCheck(await services.accounts.list())
    for (const [index, file] of files.entries()) {
      const input = await prepareInput(file, inputFormat, workDirectory, index)
      const rows =
        input.format === 'parquet'
          ? services.readParquet(input, appColumns)
          : readTextTable(input, appColumns, (bad) => check.bad.add(bad))
      for await (const row of rows) check.add(file.name, row)
    }
    await check.refuseMoves(services.apps)
    if (check.bad.count > 0) throw refuseBadCells(check.bad.first, check.bad.count)
    const counts = await services.apps.upsert(check.apps)
    return { files: files.map(({ name }) => name), ...counts }
  } catch (error) {
    if (error instanceof AppError) throw new ImportError(`nothing was imported: ${error.message}`)
    throw error
  } finally {
    await rm(workDirectory, { recursive: true, force: true })
  }
}

type CheckedApp = AppDetails & { readonly accountId: number }

/** Gathers the apps of all files, and the cells that are not accepted. */
class AppsCheck {
  readonly bad = new BadRows()
  readonly apps: CheckedApp[] = []
  readonly #accounts: ReadonlyMap<string, Account>
  /** Where each app_id was seen first. */
  readonly #places = new Map<string, { file: string; line: number; publisher: string }>()

  constructor(accounts: readonly Account[]) {
    this.#accounts = new Map(accounts.map((account) => [account.username, account]))
  }

  add(file: string, { line, cells }: TableRow): void {
    const row = Object.fromEntries(
      appColumns.allowed.map((column, index) => [column, cells[index] ?? null]),
    ) as Record<AppColumn, string | null>
    const before = this.bad.count
    const refuse = (column: string, accepts: string) =>
      this.bad.add({ file, line, column, value: row[column as AppColumn], accepts })

    for (const column of appColumns.allowed) {
      const value = row[column]
      const rule = appRules[column]
      if (value === null ? rule.required : !rule.isAccepted(value)) refuse(column, rule.accepts)
    }
    const account = this.#accounts.get(row.publisher ?? '')
    if (row.publisher && !account) {
      refuse('publisher', 'the username of an account; see: adtally accounts list')
    }
    for (const [column, platforms] of Object.entries(appIdentifiers)) {
      const applies = platforms.some((platform) => platform === row.platform)
      if (row[column as AppColumn] && !applies) {
        refuse(column, `nothing here: only apps on ${platforms.join(' or ')} have one`)
      }
    }
    const place = this.#places.get(row.app_id ?? '')
    if (place) refuse('app_id', `each app once; ${place.file}:${place.line} has the same`)
    if (this.bad.count > before || !account) return

    this.#places.set(row.app_id!, { file, line, publisher: account.username })
    this.apps.push({
      accountId: account.id,
      appId: row.app_id!,
      name: row.app_name!,
      platform: row.platform as Platform,
      ...(row.app_store_id && { appStoreId: Number(row.app_store_id) }),
      ...(row.app_bundle_id && { appBundleId: row.app_bundle_id }),
      ...(row.android_package && { androidPackage: row.android_package }),
    })
  }

  /** An app stays with its publisher: moving it would move its past figures too. */
  async refuseMoves(store: AppStore): Promise<void> {
    const accountOf = new Map(this.apps.map(({ appId, accountId }) => [appId, accountId]))
    for (const { appId, accountId } of await store.byIds([...accountOf.keys()])) {
      if (accountOf.get(appId) === accountId) continue
      const { file, line, publisher } = this.#places.get(appId)!
      const accepts = `the publisher the app "${appId}" belongs to; an import does not move apps`
      this.bad.add({ file, line, column: 'publisher', value: publisher, accepts })
    }
  }
}
