import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ApiError, getShared } from '../../api/request.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { DayRange } from '../../figures/day-range.tsx'
import { type Formats, FormatsContext, makeFormats } from '../../figures/formats.ts'
import { plural } from '../../figures/plural.ts'
import { Brand } from '../../layout/brand.tsx'
import { DisplaySettings } from '../../layout/display-settings.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { usePreferences } from '../../layout/preferences.tsx'
import { Failed, Skeleton } from '../../layout/states.tsx'
import { dimensionTitle, valueNames } from '../../reports/names.ts'
import { type ReportResult, readReport } from '../../reports/report.ts'
import { toClipboard } from '../../reports/table-file.ts'
import { Completeness } from '../../tables/completeness.tsx'
import { ReportTable } from '../../tables/report-table.tsx'
import { RowBars } from '../../tables/row-bars.tsx'
import { linkToken } from './link-token.ts'
import { readFilters, readLink, type SharedFilter } from './shared-filters.ts'
import styles from './shared-view.module.css'

interface SharedReport {
  readonly report: ReportResult
  readonly filters: readonly SharedFilter[]
  readonly link: ReturnType<typeof readLink>
}

/** The page that a report link shows, without a sign-in. It has nothing to choose. */
export default function SharedView() {
  const report = useQuery({
    queryKey: ['shared report'],
    queryFn: async ({ signal }): Promise<SharedReport> => {
      const answer = await getShared(linkToken!, signal)
      const { headers } = answer
      const report = readReport(await answer.text())
      return { report, filters: readFilters(headers), link: readLink(headers) }
    },
  })
  return (
    <main className={styles.shared}>
      <header className={styles.head}>
        <Brand />
        <DisplaySettings />
      </header>
      <PageTitle>{report.data?.link.name || 'Shared figures'}</PageTitle>
      {report.data && <p className="under-title">Shared figures of {report.data.link.account}</p>}
      {report.isPending && <Skeleton height={420} />}
      {report.error && <Failure error={report.error} onRetry={() => report.refetch()} />}
      {report.data && !report.error && <Figures {...report.data} />}
    </main>
  )
}

/** A link that is over stays so; anything else may work with another try. */
function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!(error instanceof ApiError) || error.code !== 'unknown_report') {
    return <Failed error={error} onRetry={onRetry} />
  }
  return (
    <div className="card" role="alert">
      <h2>There is nothing at this address</h2>
      <p>{error.message} Ask the person who gave it to you for another one.</p>
    </div>
  )
}

const noApps = [] as const
const beside = ['change'] as const

function Figures({ report, filters }: Pick<SharedReport, 'report' | 'filters'>) {
  const { locale } = usePreferences()
  const formats = useMemo(() => makeFormats(locale, report.currency), [locale, report.currency])
  const [isHeated, setHeated] = useState(true)
  const nameOf = useMemo(() => valueNames(formats, noApps), [formats])
  const { from, to, compared } = report
  return (
    <FormatsContext value={formats}>
      <section className="card" aria-labelledby="table-title">
        <header className="card-head">
          <h2 id="table-title">
            <DayRange from={from} to={to} />
          </h2>
          <div className="card-tools">
            <label className={styles.tick}>
              <input
                type="checkbox"
                checked={isHeated}
                onChange={({ target }) => setHeated(target.checked)}
              />
              Heat map
            </label>
            <CopyButton
              label="Copy"
              textOf={async () => toClipboard({ report, across: null }, nameOf)}
            />
          </div>
        </header>
        {filters.length > 0 && (
          <ul className={styles.filters} aria-label="Only figures with">
            {filters.map(({ dimension, excludes, values }) => (
              <li key={`${dimension} ${excludes}`}>
                {dimensionTitle(dimension)}
                {excludes ? ' other than ' : ': '}
                {values.map((value) => nameOf(dimension, value)).join(', ')}
              </li>
            ))}
          </ul>
        )}
        <RowBars report={report} nameOf={nameOf} />
        <ReportTable report={report} nameOf={nameOf} isHeated={isHeated} beside={beside} />
        <p className="note">
          {shownRows(report, formats)}
          {compared && (
            <>
              Compared with <DayRange from={compared.from} to={compared.to} />
              {compared.isOfReportedDays &&
                ': only days that a network has reported in both ranges'}
              .{' '}
            </>
          )}
          Money is in {report.currency}.
          <Completeness report={report} />
        </p>
      </section>
    </FormatsContext>
  )
}

/** How many rows are shown, and of how many. */
function shownRows({ rows, totalRows, hasMore }: ReportResult, { count }: Formats): string {
  const shown = count(rows.length)
  if (!hasMore) return `${shown} ${plural(rows.length, { one: 'row', other: 'rows' })}. `
  return totalRows === null
    ? `${plural(rows.length, { one: 'The first row', other: `The first ${shown} rows` })}. There are more, and the totals include them. `
    : `The first ${shown} of ${count(totalRows)} rows. `
}
