import { memo, useMemo } from 'react'
import type { FiguresAnswer } from '../api/wire.ts'
import type { DayState, DayStates } from '../charts/day-states.ts'
import { none, useFormats } from '../figures/formats.ts'
import { seriesName } from '../figures/names.ts'
import { sumOf, toTotals, totalsAt } from '../figures/sums.ts'
import { type ChartMetric, daysBetween } from '../view/view.ts'
import { type Column, DataTable } from './data-table.tsx'

export interface DaysTableProps {
  readonly figures: FiguresAnswer
  readonly metric: ChartMetric
  readonly nameOf: (key: string) => string
  readonly states: DayStates
}

interface DayRow {
  readonly day: string
  readonly place: number
}

/** The figures of a chart as a table, latest day first. */
export const DaysTable = memo(function DaysTable({
  figures,
  metric,
  nameOf,
  states,
}: DaysTableProps) {
  const formats = useFormats()
  const rows = useMemo(
    () =>
      daysBetween(figures.start_date, figures.end_date)
        .map((day, place): DayRow => ({ day, place }))
        .reverse(),
    [figures.start_date, figures.end_date],
  )
  const columns = useMemo((): Column<DayRow>[] => {
    const written = (of: FiguresAnswer['days'], place: number) => {
      const totals = totalsAt(of, place)
      return totals ? formats.metric(metric, totals) : none
    }
    return [
      {
        id: 'day',
        header: 'Day',
        footer: 'Total',
        cell: ({ row }) => formats.day(row.original.day, 'short'),
      },
      {
        id: 'total',
        header: 'Total',
        footer: formats.metric(metric, toTotals(figures.total)),
        meta: { isNumber: true },
        cell: ({ row }) => written(figures.days, row.original.place),
      },
      ...figures.series.map(
        ({ key, days: own }): Column<DayRow> => ({
          id: `of ${key ?? ''}`,
          header: seriesName(key, nameOf),
          footer: formats.metric(metric, sumOf(own)),
          meta: { isNumber: true },
          cell: ({ row }) => written(own, row.original.place),
        }),
      ),
      {
        id: 'state',
        header: 'State',
        footer: '',
        cell: ({ row }) => stateTitles[states.states[row.original.place] ?? 'unknown'],
      },
    ]
  }, [figures, metric, nameOf, states, formats])
  return (
    <DataTable
      label="Figures by day"
      columns={columns}
      rows={rows}
      keyOf={({ day }) => day}
      attributesOf={({ day }) => ({ 'data-day': day })}
    />
  )
})

const stateTitles: Readonly<Record<DayState, string>> = {
  unknown: 'not known yet',
  missing: 'nothing reported',
  incomplete: 'incomplete',
  open: 'not final',
  final: 'final',
}
