import {
  isSettledBy,
  type StatedSettings,
  type SucceededImport,
  statedSettings,
} from '../ledger/failed-imports.ts'
import type { ImportSummary } from '../staging/import-summary.ts'
import type { Services } from './services.ts'

type Settings = Partial<Record<(typeof statedSettings)[number], unknown>>

/** The settings that a request states for its files. */
export const toStatedSettings = (request: Settings): StatedSettings =>
  Object.fromEntries(
    statedSettings.flatMap((name) => {
      const value = request[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )

/** All of the failures that are kept. */
const maxLooked = 1_000

/** Forgets the failed imports whose files an import brought. Failing to do so does no harm. */
export async function settleFailures(
  { failedImports, accounts, warn }: Pick<Services, 'failedImports' | 'accounts' | 'warn'>,
  summary: Pick<ImportSummary, 'accounts' | 'files'>,
  request: Settings,
): Promise<void> {
  try {
    const failures = await failedImports.newest(maxLooked)
    if (failures.length === 0) return
    const all = await accounts.list()
    const imported: SucceededImport = {
      accountIds: all
        .filter(({ username }) => summary.accounts.includes(username))
        .map(({ id }) => id),
      files: summary.files,
      settings: toStatedSettings(request),
    }
    const settled = failures.filter((failure) => isSettledBy(failure, imported))
    await failedImports.remove(settled.map(({ id }) => id))
  } catch (error) {
    warn(`Failed imports could not be looked at: ${(error as Error).message}`)
  }
}
