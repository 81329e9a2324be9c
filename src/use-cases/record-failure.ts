import type { Refusal } from '../values/refusal.ts'
import type { Services } from './services.ts'
import { toStatedSettings } from './settle-failures.ts'
import type { UseCaseIo } from './use-case.ts'

/** The options that tell which account an import was for. */
interface AccountHints {
  readonly source?: string
  readonly account?: string
  readonly createApps?: string
  readonly app?: string
  readonly day?: string
  readonly network?: string
  readonly as?: string
}

/** Records a refused import of figures as a failed import of its account. */
export async function recordFailure(
  services: Services,
  request: AccountHints,
  { files }: UseCaseIo,
  { code, facts }: Refusal,
): Promise<void> {
  await services.failedImports.record({
    failedAtMs: services.now().getTime(),
    accountId: await findAccountId(request, services),
    source: request.source ?? 'auto',
    files: files.map(({ name }) => name),
    settings: toStatedSettings(request),
    why: { code, facts },
  })
}

/**
 * Finds the account by the options only: a refused file may contain another publisher's data.
 *
 * @returns null when the options do not tell
 */
async function findAccountId(
  { account, createApps = account, app: appId }: AccountHints,
  { accounts, apps }: Services,
): Promise<number | null> {
  const all = await accounts.list()
  if (all.length === 1) return all[0]!.id
  if (createApps !== undefined) return all.find((one) => one.username === createApps)?.id ?? null
  if (appId === undefined) return null
  const [app] = await apps.byIds([appId])
  return app?.accountId ?? null
}
