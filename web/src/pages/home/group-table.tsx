import { useState } from 'react'
import type { WireNumber } from '../../api/wire.ts'
import { Sparkline } from '../../charts/sparkline.tsx'
import { Change } from '../../figures/change.tsx'
import { none, useFormats } from '../../figures/formats.ts'
import type { Cell } from '../../reports/report.ts'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { Expected } from './expected.tsx'
import styles from './home.module.css'
import type { TableBy } from './use-yesterday.ts'

/** A network or an app. */
export interface GroupRow {
  readonly key: string
  readonly name: string
  /** Of yesterday; null where it is not known. */
  readonly revenue: Cell
  /** The expected revenue, where it has not reported. */
  readonly expected: WireNumber | null
  readonly change: Cell
  /** The revenue of the last 28 days. */
  readonly points: readonly (number | null)[]
  readonly state: string
}

export interface GroupTableProps {
  readonly by: TableBy
  readonly title: string
  readonly rows: readonly GroupRow[]
  /** Of all rows, shown or not. */
  readonly count: number
  /** `all 32 apps`. */
  readonly all: string
}

/** The rows of a narrow screen before all are wanted; see the styles. */
const shortRows = 5

/** Networks or apps with their revenue of yesterday. A row opens Overview with only its figures. */
export function GroupTable({ by, title, rows, count, all }: GroupTableProps) {
  const { view } = useAddress()
  const [isWhole, setWhole] = useState(false)
  return (
    <section className="card" aria-labelledby={`${by}-title`}>
      <h2 id={`${by}-title`}>{title}</h2>
      <table className={isWhole ? styles.groups : `${styles.groups} ${styles.short}`}>
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
            <Row key={row.key} by={by} row={row} />
          ))}
        </tbody>
      </table>
      {rows.length > shortRows && !isWhole && (
        <button type="button" className={`quiet ${styles.more}`} onClick={() => setWhole(true)}>
          Show {rows.length}
        </button>
      )}
      {count > rows.length && (
        <p className="note">
          <PageLink to="/dashboard" search={{ ...searchOf(view), rows: [by] }}>
            See {all}
          </PageLink>
        </p>
      )}
    </section>
  )
}

function Row({ by, row }: { by: TableBy; row: GroupRow }) {
  const formats = useFormats()
  const { view } = useAddress()
  const search = searchOf({ ...view, filters: { ...view.filters, [by]: [row.key] } })
  return (
    <tr data-key={row.key}>
      <th scope="row">
        <PageLink to="/dashboard" search={search}>
          {row.name}
        </PageLink>
        <small className={styles.underName}>{row.state}</small>
      </th>
      <td className="number">
        {row.revenue !== null ? (
          formats.reported('money', row.revenue, true)
        ) : row.expected !== null ? (
          <Expected micros={row.expected} />
        ) : (
          none
        )}
      </td>
      <td className="number">
        <Change decimal={row.revenue === null ? null : row.change} isRounded />
      </td>
      <td className={styles.line}>
        <Sparkline points={row.points} />
      </td>
      <td className={styles.state}>{row.state}</td>
    </tr>
  )
}
