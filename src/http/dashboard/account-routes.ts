import type { Principal } from '../../publishers/principal.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import { formatDay } from '../../values/day.ts'
import type { DashboardServices } from '../services.ts'
import { appBody } from './change-bodies.ts'
import { route } from './route-table.ts'
import { sessionOf } from './session-cookie.ts'

/** The signed-in account, its apps and networks. */
export const accountRoutes = (services: DashboardServices) => ({
  'GET /account': route({
    needs: 'read',
    answer: async ({ request, principal, askShort }) => {
      const { memberships } = sessionOf(request)
      return {
        ...(await askShort(() => accountBody(services, principal))),
        accounts: memberships.map(({ account }) => account.username),
      }
    },
  }),
})

async function accountBody(
  { apps, ledger, shareBooks, today, settings }: DashboardServices,
  principal: Principal,
) {
  const { account, permissions, apps: only } = principal
  const scope = figuresOf(principal)
  const span = await ledger.span(scope)
  return {
    username: account.username,
    currency: account.currency,
    user: principal.name,
    permissions: [...permissions],
    sees_all_apps: only === null,
    share_role: await shareBooks.roleOf(account.id),
    today: formatDay(today()),
    max_range_days: settings.maxRangeDays,
    figures_from: span && formatDay(span.firstDay),
    figures_to: span && formatDay(span.lastDay),
    networks: await ledger.networks(scope),
    apps: (await new VisibleApps(apps, principal).all()).map(appBody),
  }
}
