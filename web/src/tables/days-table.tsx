import { memo, useMemo } from 'react'
import type { FiguresAnswer } from '../api/wire.ts'
import type { DayStates } from '../charts/day-states.ts'
import type { UnusualDays } from '../charts/unusual-days.ts'
import { none, useFormats } from '../figures/formats.ts'
import { seriesName } from '../figures/names.ts'
import { sumOf, toTotals, totalsAt } from '../figures/sums.ts'
import { notesAt, type PlacedNote } from '../notes/notes-of-days.ts'
import { type ChartMetric, daysBetween } from '../view/view.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import styles from './days-table.module.css'

export interface DaysTableProps {
  readonly figures: FiguresAnswer
  readonly metric: ChartMetric
  readonly nameOf: (key: string) => string
  readonly states: DayStates
  readonly unusual: UnusualDays
  readonly notes: readonly PlacedNote[]
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
  unusual,
  notes,
}: DaysTableProps) {
  const formats = useFormats()
  const rows = useMemo(
    () =>
      daysBetween(figures.start_date, figures.end_date)
        .map((day, place): DayRow => ({ day, place }))
        .reverse(),
    [figures.start_date, figures.end_date],
  )
  const columns = useMemo((): DataColumn<DayRow>[] => {
    const written = (of: FiguresAnswer['days'], place: number) => {
      const totals = totalsAt(of, place)
      return totals ? formats.metric(metric, totals) : none
    }
    return [
      {
        id: 'day',
        header: 'Day',
        footer: 'Total',
        cell: ({ day }) => formats.day(day, 'short'),
      },
      {
        id: 'total',
        header: 'Total',
        footer: formats.metric(metric, toTotals(figures.total)),
        isNumber: true,
        cell: ({ place }) => written(figures.days, place),
      },
      ...figures.series.map(
        ({ key, days: own }): DataColumn<DayRow> => ({
          id: `of ${key ?? ''}`,
          header: seriesName(key, nameOf),
          footer: formats.metric(metric, sumOf(own)),
          isNumber: true,
          cell: ({ place }) => written(own, place),
        }),
      ),
      {
        id: 'state',
        header: 'State',
        footer: '',
        cell: ({ day, place }) => {
          const state = stateTitles[states.states[place] ?? 'unknown']
          const isUnusual = metric === 'revenue' && unusual.total.has(day)
          return isUnusual ? `${state}, unusual` : state
        },
      },
      ...(notes.length > 0 ? [noteColumn(notes)] : []),
    ]
  }, [figures, metric, nameOf, states, unusual, notes, formats])
  return (
    <DataTable
      label="Figures by day"
      className={styles.days!}
      cards
      columns={columns}
      rows={rows}
      keyOf={({ day }) => day}
      attributesOf={({ day }) => ({ 'data-day': day })}
    />
  )
})

const noteColumn = (notes: readonly PlacedNote[]): DataColumn<DayRow> => ({
  id: 'notes',
  header: 'Notes',
  footer: '',
  cell: ({ place }) =>
    notesAt(notes, place)
      .map(({ note }) => note.text)
      .join('; '),
})

const stateTitles = {
  unknown: 'not known yet',
  missing: 'nothing reported',
  incomplete: 'incomplete',
  open: 'not final',
  final: 'final',
}
