import { dryRun, username } from './fields.ts'
import { type FiguresView, sumAllFigures } from './sum-figures.ts'
import { useCase } from './use-case.ts'

/** An account that is deleted, with what it had. */
export interface AccountEndView {
  /** Whether it is deleted now. */
  readonly deleted: boolean
  readonly username: string
  readonly currency: string
  readonly apps: number
  readonly secondary_reports: readonly string[]
  readonly figures: FiguresView
}

/**
 * Deletes an account for good: its figures with their history, apps, links, keys, sessions and failed
 * imports. When it is interrupted, the same call finishes it.
 */
export const deleteAccount = useCase({
  name: 'delete-account',
  request: { username, dryRun },
  run: async (services, { username, dryRun = false }, { signal }): Promise<AccountEndView> => {
    const { accounts, apps, ledger, slices } = services
    const { id, currency } = await accounts.get(username)
    const view = {
      username,
      currency,
      apps: (await apps.ofAccount(id)).length,
      secondary_reports: (await ledger.secondaryReports(id)).map(({ name }) => name),
      figures: await sumAllFigures(services, id, null, signal),
    }
    if (!dryRun) await slices.removeAccount(id, () => accounts.remove(id))
    return { deleted: !dryRun, ...view }
  },
  audit: ({ username }, { deleted, apps, figures }) =>
    deleted
      ? [{ action: 'account_deleted', account: username, facts: { apps, slices: figures.slices } }]
      : [],
})
