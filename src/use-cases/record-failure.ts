import type { FailedImports } from '../ledger/failed-imports.ts'
import type { Accounts } from '../publishers/accounts.ts'
import type { AppStore } from '../publishers/app-store.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { RefusedError, type StatsImportRequest } from './operations.ts'

export interface FailureServices {
  readonly accounts: Accounts
  readonly apps: AppStore
  readonly failedImports: FailedImports
  readonly now: () => Date
}

/** Runs an import of figures; a refusal is remembered for the account that waits for them. */
export async function recordingFailure<Result>(
  files: readonly GivenFile[],
  request: StatsImportRequest,
  services: FailureServices,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RefusedError) {
      await services.failedImports.record({
        failedAtMs: services.now().getTime(),
        accountId: await accountMeant(request, services),
        source: request.source ?? 'auto',
        files: files.map(({ name }) => name),
        message: [error.message, ...error.details].join('\n'),
      })
    }
    throw error
  }
}

/**
 * The account that an import was meant for, as far as the options say: a refused file is not
 * evidence, and what it holds may be another publisher's.
 */
async function accountMeant(
  { createApps, app: appId }: StatsImportRequest,
  { accounts, apps }: FailureServices,
): Promise<number | null> {
  const all = await accounts.list()
  if (all.length === 1) return all[0]!.id
  if (createApps !== undefined) return all.find((one) => one.username === createApps)?.id ?? null
  if (appId === undefined) return null
  const [app] = await apps.byIds([appId])
  return app?.accountId ?? null
}
