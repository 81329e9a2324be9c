import type { Account } from '../../accounts/account.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { NetworkApp } from '../../catalogue/app.ts'
import type { AppStore } from '../../catalogue/app-store.ts'
import { ImportError } from '../import-error.ts'
import type { StagedApp } from './figure-writer.ts'

/** The apps behind the references of staged rows. */
export interface ResolvedApps {
  readonly known: ReadonlyMap<string, StagedApp>
  /** References that no app stands behind. */
  readonly unknown: readonly string[]
  /** Apps that will be created for `createFor` once everything else is accepted. */
  readonly toCreate: ReadonlyMap<string, NetworkApp>
  readonly createFor: Account | null
}

/** Finds the apps that rows of Adtally's own format name by their `app_id`. */
export async function resolveOwnApps(
  appIds: readonly string[],
  apps: AppStore,
): Promise<ResolvedApps> {
  const known = new Map<string, StagedApp>()
  for (const { appId, key, accountId } of await apps.byIds(appIds)) {
    known.set(appId, { reference: appId, appKey: key, accountId })
  }
  const unknown = appIds.filter((appId) => !known.has(appId))
  return { known, unknown, toCreate: new Map(), createFor: null }
}

/**
 * Finds the apps that a network names by its own ids.
 *
 * @param createFor the account that gets the apps which are unknown; null to refuse them
 * @throws ImportError listing what is missing
 */
export async function resolveNetworkApps(
  networkApps: ReadonlyMap<string, NetworkApp>,
  apps: AppStore,
  createFor: Account | null,
): Promise<ResolvedApps> {
  const known = new Map<string, StagedApp>()
  const toCreate = new Map<string, NetworkApp>()
  for (const [reference, networkApp] of networkApps) {
    const app = await apps.byNetworkApp(networkApp)
    if (app) known.set(reference, { reference, appKey: app.key, accountId: app.accountId })
    else toCreate.set(reference, networkApp)
  }
  if (toCreate.size > 0 && !createFor) throw missingApps([...toCreate.values()])
  return { known, unknown: [], toCreate, createFor }
}

function missingApps(missing: readonly NetworkApp[]): ImportError {
  const list = missing.map(
    ({ networkAppId, name, platform }) => `  ${networkAppId}  ${name} (${platform})`,
  )
  return new ImportError(
    [
      `nothing was imported: ${missing.length} ${missing[0]?.network} ${missing.length === 1 ? 'app is' : 'apps are'} not known here:`,
      ...list,
      `link each with: adtally apps link ${missing[0]?.network} ${missing[0]?.networkAppId} APP_ID`,
      'or add them all to an account with: --create-apps USERNAME',
    ].join('\n'),
  )
}

/**
 * Creates the apps that are to be created and runs work with every app that rows speak of. When
 * the work fails, the apps it created are taken away again; when the process dies, they are at
 * the next start.
 *
 * @param importId the import that the work commits
 */
export async function withMissingApps<Result>(
  { known, toCreate, createFor }: ResolvedApps,
  apps: AppStore,
  importId: number,
  work: (all: StagedApp[]) => Promise<Result>,
): Promise<Result> {
  const all = [...known.values()]
  let committed = false
  try {
    for (const [reference, networkApp] of toCreate) {
      const { key, accountId } = await apps.createLinked(createFor!.id, networkApp, importId)
      all.push({ reference, appKey: key, accountId })
    }
    const result = await work(all)
    committed = true
    return result
  } finally {
    if (toCreate.size > 0) await apps.settle(committed ? importId : importId - 1)
  }
}

/** The currency of the account behind each reference. */
export async function currencies(
  { known, toCreate, createFor }: ResolvedApps,
  accounts: Accounts,
): Promise<Map<string, string>> {
  const byAccount = new Map((await accounts.list()).map(({ id, currency }) => [id, currency]))
  const found = new Map<string, string>()
  for (const { reference, accountId } of known.values()) {
    found.set(reference, byAccount.get(accountId) ?? '')
  }
  for (const reference of toCreate.keys()) found.set(reference, createFor?.currency ?? '')
  return found
}
