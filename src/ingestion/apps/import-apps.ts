import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../../accounts/account.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { AppDetails } from '../../catalogue/app.ts'
import { AppError } from '../../catalogue/app.ts'
import type { AppStore } from '../../catalogue/app-store.ts'
import type { Platform } from '../../values/platform.ts'
import type { GivenFile, InputFormat, RowFault, TableRow } from '../files/input-file.ts'
import { prepareInput } from '../files/prepare-input.ts'
import { type ReadParquet, readTextTable } from '../files/read-table.ts'
import { BadCells, ImportError } from '../import-error.ts'
import { type AppColumn, appColumns, appIdentifiers, appRules } from './app-columns.ts'

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
    const rows: AppRow[] = []
    for (const [index, file] of files.entries()) {
      const input = await prepareInput(file, inputFormat, workDirectory, index)
      const table =
        input.format === 'parquet'
          ? services.readParquet(input, appColumns)
          : readTextTable(input, appColumns)
      for await (const row of table) rows.push(toAppRow(file.name, row))
    }
    const owners = await ownersOf(rows, services.apps)
    const check = new AppsCheck(await services.accounts.list(), owners)
    for (const row of rows) check.add(row)
    if (check.bad.count > 0) throw check.bad.refusal()
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

/** A row of an apps file and where it stands. */
interface AppRow {
  readonly file: string
  readonly line: number
  readonly cells: Readonly<Record<AppColumn, string | null>> | null
  readonly fault: RowFault | undefined
}

function toAppRow(file: string, { line, cells, fault }: TableRow): AppRow {
  const named = cells && appColumns.allowed.map((column, index) => [column, cells[index] ?? null])
  return { file, line, cells: named && Object.fromEntries(named), fault }
}

/** Which account each app that is known already belongs to. */
async function ownersOf(rows: readonly AppRow[], apps: AppStore): Promise<Map<string, number>> {
  const appIds = new Set(rows.flatMap(({ cells }) => cells?.app_id ?? []))
  return new Map((await apps.byIds([...appIds])).map(({ appId, accountId }) => [appId, accountId]))
}

/** Gathers the apps of all files, and the cells that are not accepted. */
class AppsCheck {
  readonly bad = new BadCells()
  readonly apps: CheckedApp[] = []
  readonly #accounts: ReadonlyMap<string, Account>
  readonly #owners: ReadonlyMap<string, number>
  /** Where each app_id was seen first. */
  readonly #places = new Map<string, string>()

  constructor(accounts: readonly Account[], owners: ReadonlyMap<string, number>) {
    this.#accounts = new Map(accounts.map((account) => [account.username, account]))
    this.#owners = owners
  }

  add({ file, line, cells: row, fault }: AppRow): void {
    const before = this.bad.count
    if (fault) this.bad.add({ file, line, ...fault })
    if (!row) return
    const refuse = (column: AppColumn, accepts: string) =>
      this.bad.add({ file, line, column, value: row[column], accepts })

    for (const column of appColumns.allowed) {
      const value = row[column]
      const rule = appRules[column]
      if (value === null ? rule.required : !rule.isAccepted(value)) refuse(column, rule.accepts)
    }
    const account = this.#accounts.get(row.publisher ?? '')
    if (row.publisher) this.#checkPublisher(row.app_id, account, refuse)
    for (const [column, platforms] of Object.entries(appIdentifiers) as [
      AppColumn,
      readonly string[],
    ][]) {
      if (row[column] && row.platform && !platforms.includes(row.platform)) {
        refuse(column, `nothing here: only apps on ${platforms.join(' or ')} have one`)
      }
    }
    const place = this.#places.get(row.app_id ?? '')
    if (place) refuse('app_id', `each app once; ${place} has the same`)
    if (row.app_id && !place) this.#places.set(row.app_id, `${file}:${line}`)
    if (this.bad.count === before) this.apps.push(toApp(row, account!.id))
  }

  #checkPublisher(
    appId: string | null,
    account: Account | undefined,
    refuse: (column: AppColumn, accepts: string) => void,
  ): void {
    if (!account) {
      refuse('publisher', 'the username of an account; see: adtally accounts list')
      return
    }
    // Moving an app would move its past figures too.
    const owner = this.#owners.get(appId ?? '')
    if (owner === undefined || owner === account.id) return
    refuse('publisher', `the publisher the app "${appId}" belongs to; an import does not move apps`)
  }
}

function toApp(row: Readonly<Record<AppColumn, string | null>>, accountId: number): CheckedApp {
  return {
    accountId,
    appId: row.app_id!,
    name: row.app_name!,
    platform: row.platform as Platform,
    ...(row.app_store_id && { appStoreId: Number(row.app_store_id) }),
    ...(row.app_bundle_id && { appBundleId: row.app_bundle_id }),
    ...(row.android_package && { androidPackage: row.android_package }),
  }
}
