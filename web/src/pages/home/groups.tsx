import type { HomeAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { Failed, Skeleton } from '../../layout/states.tsx'
import type { ReportResult } from '../../reports/report.ts'
import { type GroupRow, GroupTable } from './group-table.tsx'
import { maxRows, type TableBy, useAppsOf, useYesterday } from './use-yesterday.ts'

type Networks = HomeAnswer['networks']

/** Each network's revenue of yesterday. One that has not reported has a row too. */
export function NetworkTable({ networks }: { networks: Networks }) {
  const { data, error, refetch } = useYesterday('network')
  if (!data) return <Unanswered error={error} refetch={refetch} />
  const known = new Map(networks.map((one) => [one.network, one]))
  const reported = rowsOf(data, 'network').filter(({ key }) => known.get(key)?.status !== 'missing')
  const rows = [
    ...reported.map((row) => ({ ...row, state: stateOf(known.get(row.key)) })),
    ...networks
      .filter(({ status }) => status === 'missing')
      .map(({ network, expected_micros: expected }) => ({
        key: network,
        revenue: null,
        expected,
        change: null,
        state: 'waiting',
      })),
  ].sort((one, other) => placeOf(other) - placeOf(one))
  const count = Math.max(data.totalRows ?? 0, rows.length)
  return <GroupTable by="network" title="Networks" rows={rows} count={count} />
}

/** Each app's revenue of yesterday, and the networks that it lacks. */
export function AppTable({ networks }: { networks: Networks }) {
  const formats = useFormats()
  const { data, error, refetch } = useYesterday('app_id')
  const rows = rowsOf(data, 'app_id').filter(({ revenue }) => revenue !== null)
  const waiting = networks.filter(({ status }) => status === 'missing').map((one) => one.network)
  const { data: lacking } = useAppsOf(
    waiting,
    rows.map(({ key }) => key),
  )
  if (!data) return <Unanswered error={error} refetch={refetch} />
  const isFinal = networks.every(({ status }) => status === 'final')
  const stateOfApp = (app: string): string => {
    if (waiting.length > 0 && !lacking) return ''
    const lacks = waiting.filter((network) =>
      lacking!.rows.some((row) => row.app_id === app && row.network === network),
    )
    if (lacks.length === 1) return `waiting for ${networkName(lacks[0]!)}`
    if (lacks.length > 1) return `waiting for ${formats.count(lacks.length)} networks`
    return isFinal ? 'settled' : 'may change'
  }
  return (
    <GroupTable
      by="app_id"
      title="Apps"
      rows={rows.map((row) => ({ ...row, state: stateOfApp(row.key) }))}
      count={data.totalRows ?? rows.length}
    />
  )
}

function Unanswered({ error, refetch }: { error: Error | null; refetch: () => unknown }) {
  if (error) return <Failed error={error} onRetry={refetch} />
  return <Skeleton height={maxRows * 34} />
}

function stateOf(network: Networks[number] | undefined): string {
  if (network?.is_mediated) return 'from the mediation'
  return network?.status === 'final' ? 'settled' : 'may change'
}

/** Where a row has its place, whether its revenue is reported or expected. */
const placeOf = ({ revenue, expected }: Pick<GroupRow, 'revenue' | 'expected'>): number =>
  revenue === null ? Number(expected ?? 0) / 1e6 : Number(revenue)

const rowsOf = (report: ReportResult | undefined, by: TableBy): Omit<GroupRow, 'state'>[] =>
  (report?.rows ?? []).map((row) => ({
    key: row[by]!,
    revenue: row.revenue ?? null,
    expected: null,
    change: row.change_revenue ?? null,
  }))
