import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { HomeAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { Failed, Skeleton } from '../../layout/states.tsx'
import { valueNames } from '../../reports/names.ts'
import type { ReportResult } from '../../reports/report.ts'
import { daysBetween, daysOf, type Filters } from '../../view/view.ts'
import { type GroupRow, GroupTable } from './group-table.tsx'
import { maxRows, type TableBy, useAppsOf, useLastDays, useYesterday } from './use-yesterday.ts'

type Networks = HomeAnswer['networks']

export interface GroupsProps {
  readonly networks: Networks
  readonly filters: Filters
}

/** Each network's revenue of yesterday. One that has not reported has a row too. */
export function NetworkTable({ networks, filters }: GroupsProps) {
  const { count } = useFormats()
  const yesterday = useYesterday('network', filters)
  const known = new Map(networks.map((one) => [one.network, one]))
  const waiting = networks.filter(({ status }) => status === 'missing')
  const reported = rowsOf(yesterday.data, 'network').filter(
    ({ key }) => known.get(key)?.status !== 'missing',
  )
  const rows = [
    ...reported.map((row) => ({ ...row, expected: null, state: stateOf(known.get(row.key)) })),
    ...waiting.map((one) => ({
      key: one.network,
      revenue: null,
      change: null,
      expected: one.expected_micros,
      state: 'waiting',
    })),
  ].sort((one, other) => placeOf(other) - placeOf(one))
  const keys = rows.map(({ key }) => key)
  const points = usePoints('network', filters, keys)
  if (!yesterday.data) return <Unanswered {...yesterday} />
  const all = Math.max(yesterday.data.totalRows ?? 0, rows.length)
  return (
    <GroupTable
      by="network"
      title="Networks"
      rows={rows.map((row) => ({ ...row, name: networkName(row.key), points: points(row.key) }))}
      count={all}
      all={`all ${count(all)} networks`}
    />
  )
}

/** Each app's revenue of yesterday, and the networks that it lacks. */
export function AppTable({ networks, filters }: GroupsProps) {
  const formats = useFormats()
  const { apps } = useAccount()
  const nameOf = useMemo(() => valueNames(formats, apps), [formats, apps])
  const yesterday = useYesterday('app_id', filters)
  const rows = rowsOf(yesterday.data, 'app_id').filter(({ revenue }) => revenue !== null)
  const keys = rows.map(({ key }) => key)
  const points = usePoints('app_id', filters, keys)
  const waiting = networks.filter(({ status }) => status === 'missing').map((one) => one.network)
  const { data: lacking } = useAppsOf(waiting, keys, filters)
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
  if (!yesterday.data) return <Unanswered {...yesterday} />
  const all = yesterday.data.totalRows ?? rows.length
  return (
    <GroupTable
      by="app_id"
      title="Apps"
      rows={rows.map((row) => ({
        ...row,
        name: nameOf('app_id', row.key),
        expected: null,
        points: points(row.key),
        state: stateOfApp(row.key),
      }))}
      count={all}
      all={`all ${formats.count(all)} apps`}
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

const rowsOf = (
  report: ReportResult | undefined,
  by: TableBy,
): Pick<GroupRow, 'key' | 'revenue' | 'change'>[] =>
  (report?.rows ?? []).map((row) => ({
    key: row[by]!,
    revenue: row.revenue ?? null,
    change: row.change_revenue ?? null,
  }))

/** @returns the revenue of a group by day; a day without figures is null */
function usePoints(by: TableBy, filters: Filters, keys: readonly string[]) {
  const { today } = useAccount()
  const { data } = useLastDays(by, filters, keys)
  return useMemo(() => {
    const { from, to } = daysOf({ preset: 'last_28' }, today)
    const days = daysBetween(from, to)
    const found = new Map((data?.rows ?? []).map((row) => [`${row[by]} ${row.date}`, row.revenue]))
    return (key: string) =>
      days.map((day) => {
        const revenue = found.get(`${key} ${day}`)
        return revenue == null ? null : Number(revenue)
      })
  }, [data, by, today])
}
