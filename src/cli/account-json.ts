import type { AccountView } from '../use-cases/account-view.ts'
import { formatDay } from '../values/day.ts'

/** An account, as `--json` prints it. */
export const accountJson = (account: AccountView) => ({
  username: account.username,
  currency: account.currency,
  created_at: account.createdAt,
  disabled_at: account.disabledAt,
  ...(account.primarySources && {
    primary_sources: account.primarySources.map(({ source, firstDay }) => ({
      source,
      start_date: formatDay(firstDay),
    })),
  }),
})
