import { refuse } from '../../settlement/refusals.ts'
import { addDays, formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { appIdsByKey } from './app-ids.ts'
import { month, readMonth } from './money-fields.ts'

/** The figures of a closed month by network, app and day, as it was closed. */
export const showClose = useCase({
  name: 'show-close',
  request: { username, month },
  audit: readsOnly,
  run: async (services, { username, month }) => {
    const { id } = await services.accounts.get(username)
    const { closes } = await services.settlement.read(id)
    const close = closes.find((one) => one.month === readMonth(month))
    if (!close) throw refuse('month_not_closed', { month })
    const rows = await services.settlement.closedDays(close.id)
    const appIds = await appIdsByKey(
      rows.map(({ app }) => app),
      services,
    )
    return {
      month,
      entry: close.entry,
      currency: close.currency,
      rows: rows.flatMap(({ network, app, dailyMicros }) =>
        dailyMicros.flatMap((micros, place) =>
          micros === null
            ? []
            : [
                {
                  network,
                  app_id: appIds.get(app) ?? null,
                  date: formatDay(addDays(close.month, place)),
                  revenue: formatMicros(micros),
                },
              ],
        ),
      ),
    }
  },
})
