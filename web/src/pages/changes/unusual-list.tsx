import type { useAnomalies } from '../../api/insight-queries.ts'
import { maxAnomalyDays } from '../../api/insight-queries.ts'
import type { AnomalyAnswer } from '../../api/wire.ts'
import { Change } from '../../figures/change.tsx'
import { useFormats } from '../../figures/formats.ts'
import { changeOf } from '../../figures/metrics.ts'
import { appName, networkName } from '../../figures/names.ts'
import { Failed, Skeleton } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useAddress } from '../../view/use-view.ts'
import { filtersOf } from '../../view/view.ts'
import { Answer } from '../answer.tsx'
import styles from './changes.module.css'
import { searchOfRow } from './contribution-rows.ts'
import { useFirstRows } from './use-first-rows.tsx'

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
  const { shown, button } = useFirstRows(data?.anomalies ?? [])
  if (error) {
    const worded = new Error(`Unusual days could not be loaded. ${error.message}`)
    return <Failed error={worded} onRetry={() => refetch()} />
  }
  if (isEnabled && !data) return <Skeleton height={200} />
  return (
    <Answer isOld={isOld}>
      <section className="card" aria-labelledby="unusual-title">
        <h2 id="unusual-title">Unusual days</h2>
        {!data ? (
          <p>Choose at most {maxAnomalyDays} days to find unusual ones.</p>
        ) : data.count === 0 ? (
          <p>No unusual days: every day is in the range that the same weekdays before suggest.</p>
        ) : (
          <>
            <p className="note">
              Compared with the same weekdays of the eight weeks before. Missing reports do not
              count.
            </p>
            <ListTable
              label="Table of unusual days"
              isCard={false}
              className={styles.unusual!}
              rows={shown}
              keyOf={keyOf}
              attributesOf={({ date }) => ({ 'data-day': date })}
              columns={[
                { title: 'Day', cell: ({ date }) => formats.day(date, 'short') },
                { title: 'App or network', cell: (one) => <Subject anomaly={one} /> },
                {
                  title: 'Revenue',
                  cell: (one) => formats.money(one.revenue_micros),
                  isNumber: true,
                },
                { title: 'Expected', cell: (one) => <Expected anomaly={one} />, isNumber: true },
                {
                  title: 'Difference',
                  cell: (one) => (
                    <Change decimal={changeOf(one.revenue_micros, one.expected_micros)} />
                  ),
                  isNumber: true,
                },
              ]}
            />
            {button && <p className={styles.below}>{button}</p>}
          </>
        )}
      </section>
    </Answer>
  )
}

const keyOf = ({ date, scope, app, network }: AnomalyAnswer): string =>
  `${date} ${scope} ${app?.app_id ?? network}`

function Subject({ anomaly: { app, network } }: { anomaly: AnomalyAnswer }) {
  const { view } = useAddress()
  return (
    <PageLink to="/dashboard" search={searchOfRow(view, filtersOf({ app, network }))}>
      {app ? appName(app) : network !== null ? networkName(network) : 'All figures'}
    </PageLink>
  )
}

function Expected({ anomaly }: { anomaly: AnomalyAnswer }) {
  const { money } = useFormats()
  return (
    <>
      {money(anomaly.expected_micros)}{' '}
      <small>
        usual: <bdi>{money(anomaly.low_micros)}</bdi> to <bdi>{money(anomaly.high_micros)}</bdi>
      </small>
    </>
  )
}
