import { useMemo } from 'react'
import { useAccount, useFigures } from '../api/queries.ts'
import type { FiguresAnswer } from '../api/wire.ts'
import { Change } from '../figures/change.tsx'
import { useFormats } from '../figures/formats.ts'
import { numberOf } from '../figures/metrics.ts'
import { countryName } from '../figures/names.ts'
import { PageTitle } from '../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../layout/states.tsx'
import { type Compared, type GroupRow, groupRows } from '../tables/group-rows.ts'
import { PageLink } from '../view/page-link.tsx'
import { searchOf } from '../view/search.ts'
import { useView } from '../view/use-view.ts'
import type { View } from '../view/view.ts'
import { Answer } from './answer.tsx'
import { ComparisonNote } from './comparison-note.tsx'
import styles from './countries.module.css'
import { NoFigures } from './no-figures.tsx'
import { useRangeComparison } from './range-comparison.ts'
import { Toolbar } from './toolbar.tsx'
import { useAnswered } from './use-answered.ts'

/** Countries by revenue, highest first. Bars, because areas on a map are hard to compare. */
export default function Countries() {
  const { today, networks } = useAccount()
  const [view, change] = useView()
  const asked = { ...view, by: 'country' } as const
  const figures = useFigures(asked, today)
  const answered = useAnswered(asked, figures.isPlaceholderData, !!figures.data)
  const comparison = useRangeComparison(answered)
  useRangeComparison(asked)
  if (networks.length === 0) {
    return (
      <>
        <PageTitle>Countries</PageTitle>
        <NoFigures />
      </>
    )
  }
  return (
    <>
      <PageTitle>Countries</PageTitle>
      <Toolbar view={view} onChange={change} />
      {figures.error && <Failed error={figures.error} onRetry={() => figures.refetch()} />}
      {figures.isPending && <Skeleton height={640} />}
      {figures.data && (
        <Answer isOld={figures.isPlaceholderData}>
          {figures.data.groups.length === 0 ? (
            <Empty title="No figures">
              <p>There are no figures for these days and filters. Choose others.</p>
            </Empty>
          ) : (
            <>
              <ComparisonNote comparison={comparison} />
              <Bars rows={rowsOf(figures.data, comparison.answer?.compared ?? null)} view={view} />
            </>
          )}
        </Answer>
      )}
    </>
  )
}

const rowsOf = (figures: FiguresAnswer, compared: Compared) =>
  groupRows(figures, compared, countryName, { column: 'revenue', descending: true })

function Bars({ rows, view }: { rows: readonly GroupRow[]; view: View }) {
  const formats = useFormats()
  const longest = useMemo(
    () => Math.max(...rows.map(({ totals }) => numberOf('revenue', totals) ?? 0), 0),
    [rows],
  )
  return (
    <section className="card" aria-labelledby="bars-title">
      <h2 id="bars-title">Revenue by country</h2>
      <ol className={styles.bars}>
        {rows.map((row) => {
          const part = longest > 0 ? (numberOf('revenue', row.totals) ?? 0) / longest : 0
          const search = searchOf({
            ...view,
            filters: { ...view.filters, country: [row.key] },
          })
          return (
            <li key={row.key} data-key={row.key}>
              <PageLink to="/dashboard" search={search} className={styles.barsName}>
                {row.name}
              </PageLink>
              <span className={styles.barsTrack} aria-hidden="true">
                <span style={{ inlineSize: `${Math.max(part, 0) * 100}%` }} />
              </span>
              <b className="number">{formats.metric('revenue', row.totals)}</b>
              <span className={`number ${styles.barsShare}`}>{formats.share(row.share)}</span>
              <span className={`number ${styles.barsChange}`}>
                <Change decimal={row.change} />
              </span>
              <span className={`number ${styles.barsEcpm}`}>
                {formats.metric('ecpm', row.totals)}{' '}
                <abbr title="per thousand impressions">eCPM</abbr>
              </span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
