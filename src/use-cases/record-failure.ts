import type { Refusal } from '../values/refusal.ts'
import type { Services } from './services.ts'
import type { UseCaseIo } from './use-case.ts'

/** What a request says about the account that an import is meant for. */
interface Meant {
  readonly source?: string
  readonly account?: string
  readonly createApps?: string
  readonly app?: string
}

/** Records a refused import of figures for the account that waits for them. */
export async function recordFailure(
  services: Services,
  request: Meant,
  { files }: UseCaseIo,
  { code, facts }: Refusal,
): Promise<void> {
  await services.failedImports.record({
    failedAtMs: services.now().getTime(),
    accountId: await accountMeant(request, services),
    source: request.source ?? 'auto',
    files: files.map(({ name }) => name),
    why: { code, facts },
  })
}

/**
 * The account that an import was meant for, as far as the options say: a refused file is not
 * evidence, and what it contains may be another publisher's.
 */
async function accountMeant(
  { account, createApps = account, app: appId }: Meant,
  { accounts, apps }: Services,
): Promise<number | null> {
  const all = await accounts.list()
  if (all.length === 1) return all[0]!.id
  if (createApps !== undefined) return all.find((one) => one.username === createApps)?.id ?? null
  if (appId === undefined) return null
  const [app] = await apps.byIds([appId])
  return app?.accountId ?? null
}
