import { useAccount } from '../../api/queries.ts'
import type { SecondaryReportsAnswer } from '../../api/wire.ts'
import { Choices } from '../../controls/choices.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { networkName } from '../../figures/names.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { daysOf, type View } from '../../view/view.ts'
import { Answer } from '../answer.tsx'
import { hasIgnoredFilters, withoutFilters } from '../slice-filters.ts'
import { Toolbar } from '../toolbar.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { GapTable } from './gap-table.tsx'
import { GapTotal } from './gap-total.tsx'
import { levelOf } from './level.ts'
import styles from './reconcile.module.css'
import { ToleranceForm } from './tolerance-form.tsx'
import { useReconciliation, useSecondaryReports } from './use-reconciliation.ts'

const ownNames = ['report', 'tolerance', 'within', 'gaps'] as const
const defaultTolerance = '1'
const toleranceText = /^(\d{1,2}(\.\d{1,2})?|100(\.0{1,2})?)$/

type Reports = SecondaryReportsAnswer['reports']

/** Where a mediation's report and the networks' figures differ. */
export default function Reconcile() {
  const { data, error, isPending, refetch } = useSecondaryReports()
  return (
    <>
      <PageTitle of="/dashboard/reconcile" />
      <p className="under-title">
        Compares the networks’ figures with a mediation’s report, or any other secondary report, of
        the same revenue.
      </p>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && data.reports.length === 0 && <NoReports />}
      {data && data.reports.length > 0 && <Compared reports={data.reports} />}
    </>
  )
}

function NoReports() {
  return (
    <Empty title="Nothing to compare yet">
      <p>
        Import a mediation’s report as a secondary report, on the{' '}
        <PageLink to="/dashboard/imports">Imports</PageLink> page under Options, or on the server:
      </p>
      <pre className={styles.command}>
        <code>adtally import stats levelplay.json --as levelplay</code>
      </pre>
      <p>It is compared with the figures, and never counted.</p>
    </Empty>
  )
}

function Compared({ reports }: { reports: Reports }) {
  const { today } = useAccount()
  const { view, own, change, searchWith } = useOwnSearch(ownNames)
  const chosen = reports.find(({ report }) => report === own.report) ?? reports[0]!
  const tolerance = toleranceText.test(own.tolerance ?? '') ? own.tolerance! : defaultTolerance
  const days = daysOf(view.range, today)
  const level = levelOf(own.within, own.gaps, days)
  const question = { view, report: chosen.report, tolerance, level }
  const { data, error, isPending, isPlaceholderData, refetch } = useReconciliation(question)
  const onFilter = (filters: View['filters']) =>
    change({ filters: { ...view.filters, ...filters } }, { gaps: undefined })
  return (
    <>
      <Toolbar
        isCompared={false}
        view={view}
        onChange={(changed) => change(changed, changed.range ? { within: undefined } : {})}
        fixed={withoutFilters}
      />
      {hasIgnoredFilters(view) && (
        <p className="note">
          Formats and countries are not filtered here: reports are compared by whole days, apps and
          networks.
        </p>
      )}
      <div className="row">
        <label>
          Secondary report
          <select
            value={chosen.report}
            onChange={({ target }) => change({}, { report: target.value })}
          >
            {reports.map(({ report }) => (
              <option key={report}>{report}</option>
            ))}
          </select>
        </label>
        <ToleranceForm
          tolerance={tolerance}
          onChange={(percent) => change({}, { tolerance: percent })}
        />
      </div>
      <Covered report={chosen} />
      {level.by !== 'slice' && (
        <div>
          <Choices
            label="Gaps by"
            choices={groupings}
            chosen={level.by === 'app_id' || level.by === 'network' ? level.by : 'time'}
            onChoose={(by) => change({}, { gaps: by === 'time' ? undefined : by })}
          />
        </div>
      )}
      <Breadcrumb level={level} days={days} searchWith={searchWith} />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && !error && (
        <Answer isOld={isPlaceholderData}>
          {data.total.slices === 0 ? (
            <Empty title="Nothing to compare">
              <p>
                Neither report has figures for these days, networks and apps. Choose other days, or
                fewer filters.
              </p>
            </Empty>
          ) : (
            <>
              <GapTotal answer={data} />
              <GapTable answer={data} view={view} searchWith={searchWith} onFilter={onFilter} />
            </>
          )}
        </Answer>
      )}
    </>
  )
}

/** The days and networks that a report has. Other networks are not compared. */
function Covered({
  report: { report, start_date: from, end_date: to, networks },
}: {
  report: Reports[number]
}) {
  if (from === null || to === null) return <p className="note">{report} has no figures now.</p>
  return (
    <p className="note">
      {report} has <DayRange from={from} to={to} /> of {networks.map(networkName).join(', ')}. Other
      networks are not compared.
    </p>
  )
}

const groupings = { time: 'Days', app_id: 'Apps', network: 'Networks' }
