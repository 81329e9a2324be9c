import { factKinds } from '../../../../src/facts/kinds.ts'
import { useAccount } from '../../api/queries.ts'
import type { ConnectionAnswer, FreshnessAnswer } from '../../api/wire.ts'
import { none, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { triesOf } from '../connections/states.ts'
import { DayMark, marks } from './day-marks.tsx'
import type { NetworkRow } from './network-rows.ts'
import styles from './networks.module.css'
import { bySeverity, RowState } from './row-state.tsx'

export interface NetworkTableProps {
  readonly rows: readonly NetworkRow[]
  /** The days that the rows have. */
  readonly days: Pick<FreshnessAnswer, 'start_date' | 'end_date'>
}

/** A row for each network, those with problems first. */
export function NetworkTable({
  rows,
  days: { start_date: from, end_date: to },
}: NetworkTableProps) {
  const formats = useFormats()
  const hasConnections = rows.some(({ connections }) => connections.length > 0)
  return (
    <ListTable
      label="Networks"
      className={styles.networks!}
      rows={rows.toSorted(bySeverity(nameOf))}
      keyOf={({ key }) => key}
      attributesOf={({ network, connections: [one] }) => ({
        'data-network': network ?? '',
        ...(one && { 'data-connection': one.name }),
      })}
      columns={[
        { title: 'Network', cell: (row) => <Name row={row} /> },
        { title: 'State', cell: (row) => <State row={row} />, className: styles.state! },
        { title: `Days, ${formats.range(from, to)}`, cell: (row) => <Marks row={row} /> },
        {
          title: 'Last figures',
          cell: ({ last }) => (
            <>
              {last === null ? none : formats.day(last.day, 'short')}
              {last?.lastChangeAt && (
                <small className={styles.whole}>
                  {' '}
                  changed {formats.instant(last.lastChangeAt)}
                </small>
              )}
            </>
          ),
        },
        ...(hasConnections ? [{ title: 'Next fetch', cell: NextFetch }] : []),
      ]}
    />
  )
}

const nameOf = ({ network, connections: [one] }: NetworkRow): string =>
  network === null ? one!.network : networkName(network)

function Name({ row }: { row: NetworkRow }) {
  const { connections, kind, settledAfterDays } = row
  const [only] = connections.length === 1 ? connections : []
  const facts = [
    kind && factKinds[kind].title,
    row.network === null && 'mediation',
    settledAfterDays !== null && `settled after ${settledAfterDays} days`,
  ].filter(Boolean)
  return (
    <>
      {only ? <ConnectionLink of={only}>{nameOf(row)}</ConnectionLink> : nameOf(row)}
      {!only &&
        connections.map((one) => (
          <small key={one.name}>
            <ConnectionLink of={one}>{one.name}</ConnectionLink>
          </small>
        ))}
      <small>{facts.join(', ')}</small>
    </>
  )
}

function ConnectionLink({ of: { name }, children }: { of: ConnectionAnswer; children: string }) {
  return (
    <PageLink to="/dashboard/connections/of/$name" params={{ name }}>
      <bdi>{children}</bdi>
    </PageLink>
  )
}

function State({ row }: { row: NetworkRow }) {
  const formats = useFormats()
  const mayImport = useAccount().permissions.includes('import')
  const { connections, missing } = row
  return (
    <>
      <RowState row={row} formats={formats} />{' '}
      {mayImport && missing.length > 0 && connections.length === 0 && (
        <small>
          <PageLink to="/dashboard/imports">
            Import days<span className="unseen"> of {nameOf(row)}</span>
          </PageLink>
        </small>
      )}
    </>
  )
}

function Marks({ row }: { row: NetworkRow }) {
  const formats = useFormats()
  return (
    <ol className={styles.marks} aria-label={`Days of ${nameOf(row)}`}>
      {row.days.map(({ day, mark, lastChangeAt: at }) => (
        <li
          key={day}
          data-day={day}
          title={`${formats.day(day, 'long')}: ${marks[mark].title}${at === null ? '' : `, last changed ${formats.instant(at)}`}`}
        >
          <DayMark mark={mark}>{formats.day(day, 'axis')}: </DayMark>
        </li>
      ))}
    </ol>
  )
}

function NextFetch({ connections }: NetworkRow) {
  const formats = useFormats()
  const next = connections
    .filter(({ next_pull_at: at }) => at !== null)
    .sort((a, b) => a.next_pull_at!.localeCompare(b.next_pull_at!))[0]
  if (!next) return none
  return (
    <>
      {formats.instant(next.next_pull_at!)}{' '}
      {next.back_off && <small>{triesOf(next.back_off.failures)}</small>}
    </>
  )
}
