import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { WireNumber } from '../../api/wire.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { Change } from '../../figures/change.tsx'
import { none, useFormats } from '../../figures/formats.ts'
import { FewRows } from '../../layout/few-rows.tsx'
import { useNames } from '../../reports/names.ts'
import type { Cell } from '../../reports/report.ts'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { daysBetween, daysOf } from '../../view/view.ts'
import styles from './home.module.css'
import { type TableBy, useLastDays } from './use-yesterday.ts'

/** A network or an app. */
export interface GroupRow {
  readonly key: string
  /** Of yesterday; null where it is not known. */
  readonly revenue: Cell
  /** The expected revenue, where it has not reported. */
  readonly expected: WireNumber | null
  readonly change: Cell
  readonly state: string
}

export interface GroupTableProps {
  readonly by: TableBy
  readonly title: string
  readonly rows: readonly GroupRow[]
  /** Of all rows, shown or not. */
  readonly count: number
}

/** Networks or apps with their revenue of yesterday. A row opens Overview with only its figures. */
export function GroupTable({ by, title, rows, count }: GroupTableProps) {
  const formats = useFormats()
  const { view } = useAddress()
  const nameOf = useNames()
  const pointsOf = usePoints(by, rows)
  return (
    <section className="card" aria-labelledby={`${by}-title`}>
      <h2 id={`${by}-title`}>{title}</h2>
      <FewRows count={rows.length} isPart={count > rows.length}>
        <table className={styles.groups}>
          <thead>
            <tr>
              <th scope="col">{title.slice(0, -1)}</th>
              <th scope="col" className="number">
                Yesterday
              </th>
              <th scope="col" className="number">
                Change
              </th>
              <th scope="col" className={styles.line}>
                28 days
              </th>
              <th scope="col" className={styles.state}>
                State
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.key}
                {...{ by, row }}
                name={nameOf(by, row.key)}
                points={pointsOf(row)}
              />
            ))}
          </tbody>
        </table>
      </FewRows>
      {count > rows.length && (
        <p className="note">
          <PageLink to="/dashboard" search={{ ...searchOf(view), rows: [by] }}>
            See all {formats.count(count)} {title.toLowerCase()}
          </PageLink>
        </p>
      )}
    </section>
  )
}

interface RowProps {
  readonly by: TableBy
  readonly row: GroupRow
  readonly name: string
  /** The revenue of the last 28 days. */
  readonly points: readonly (number | null)[]
}

function Row({ by, row, name, points }: RowProps) {
  const formats = useFormats()
  const { view } = useAddress()
  const search = searchOf({ ...view, filters: { ...view.filters, [by]: [row.key] } })
  const { revenue, expected, change, state } = row
  return (
    <tr data-key={row.key}>
      <th scope="row">
        <PageLink to="/dashboard" search={search}>
          {name}
        </PageLink>
        <small className={styles.underName}>{state}</small>
      </th>
      <td className="number">
        {revenue !== null ? (
          formats.reported('money', revenue, true)
        ) : expected !== null ? (
          <span className={styles.expected}>about {formats.about(Number(expected) / 1e6)}</span>
        ) : (
          none
        )}
      </td>
      <td className="number">
        <Change decimal={revenue === null ? null : change} />
      </td>
      <td className={styles.line}>
        <Sparkline points={points} />
      </td>
      <td className={styles.state}>{state}</td>
    </tr>
  )
}

/** @returns the revenue of a row by day; a day without figures is null */
function usePoints(by: TableBy, rows: readonly GroupRow[]) {
  const { today } = useAccount()
  const { data } = useLastDays(
    by,
    rows.map(({ key }) => key),
  )
  return useMemo(() => {
    const { from, to } = daysOf({ preset: 'last_28' }, today)
    const days = daysBetween(from, to)
    const found = new Map((data?.rows ?? []).map((row) => [`${row[by]} ${row.date}`, row.revenue]))
    return ({ key }: GroupRow) =>
      days.map((day) => {
        const revenue = found.get(`${key} ${day}`)
        return revenue == null ? null : Number(revenue)
      })
  }, [data, by, today])
}
