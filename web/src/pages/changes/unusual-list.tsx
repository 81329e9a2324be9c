import type { useAnomalies } from '../../api/insight-queries.ts'
import { maxAnomalyDays } from '../../api/insight-queries.ts'
import type { AnomalyAnswer } from '../../api/wire.ts'
import { Change } from '../../figures/change.tsx'
import { useFormats } from '../../figures/formats.ts'
import { changeOf } from '../../figures/metrics.ts'
import { appName, networkName } from '../../figures/names.ts'
import { moneyTotals } from '../../figures/sums.ts'
import { Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import type { Filters } from '../../view/view.ts'
import { Answer } from '../answer.tsx'
import { viewOfRow } from './contribution-rows.ts'

const maxShown = 12

export interface UnusualListProps {
  readonly anomalies: ReturnType<typeof useAnomalies>
  readonly isOld: boolean
}

/** The days that are furthest from what was expected. */
export function UnusualList({
  anomalies: { data, error, isEnabled, refetch },
  isOld,
}: UnusualListProps) {
  const formats = useFormats()
  if (error) {
    const worded = new Error(`Unusual days are not known. ${error.message}`)
    return <Failed error={worded} onRetry={() => refetch()} />
  }
  if (isEnabled && !data) return <Skeleton height={200} />
  const more = (data?.count ?? 0) - maxShown
  return (
    <Answer isOld={isOld}>
      <section className="card" aria-labelledby="unusual-title">
        <h2 id="unusual-title">Unusual days</h2>
        {!data ? (
          <p>Choose at most {maxAnomalyDays} days to find unusual ones.</p>
        ) : data.count === 0 ? (
          <p>No day is unusual: all are within what the same weekdays before let expect.</p>
        ) : (
          <>
            <p className="note">
              Compared with the same weekdays of the eight weeks before. Missing reports do not
              count.
            </p>
            <table className="stacked" data-list="unusual">
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col">Of</th>
                  <th scope="col" className="number">
                    Revenue
                  </th>
                  <th scope="col" className="number">
                    Expected
                  </th>
                  <th scope="col" className="number">
                    Difference
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.anomalies.slice(0, maxShown).map((one) => (
                  <UnusualRow key={keyOf(one)} anomaly={one} />
                ))}
              </tbody>
            </table>
            {more > 0 && <p className="note">{formats.count(more)} smaller ones are not listed.</p>}
          </>
        )}
      </section>
    </Answer>
  )
}

const keyOf = ({ date, scope, app, network }: AnomalyAnswer): string =>
  `${date} ${scope} ${app?.app_id ?? network}`

function UnusualRow({ anomaly }: { anomaly: AnomalyAnswer }) {
  const formats = useFormats()
  const { view } = useAddress()
  const { date, app, network, low_micros: low, high_micros: high } = anomaly
  const money = (micros: number | string) => formats.metric('revenue', moneyTotals(micros))
  const [revenue, expected] = [
    moneyTotals(anomaly.revenue_micros),
    moneyTotals(anomaly.expected_micros),
  ]
  const filters: Filters = {
    ...(app && { app: [app.app_id] }),
    ...(network !== null && { network: [network] }),
  }
  return (
    <tr data-day={date}>
      <th scope="row">{formats.day(date, 'short')}</th>
      <td>
        <PageLink to="/dashboard" search={searchOf(viewOfRow(view, filters))}>
          {app ? appName(app) : network !== null ? networkName(network) : 'All figures'}
        </PageLink>
      </td>
      <td className="number" data-title="Revenue">
        {money(anomaly.revenue_micros)}
      </td>
      <td className="number" data-title="Expected">
        {money(anomaly.expected_micros)}{' '}
        <small>
          usual: <bdi>{money(low)}</bdi> to <bdi>{money(high)}</bdi>
        </small>
      </td>
      <td className="number" data-title="Difference">
        <Change decimal={changeOf('revenue', revenue, expected)} />
      </td>
    </tr>
  )
}
