import { useMemo } from 'react'
import { useAnomalies } from '../../api/insight-queries.ts'
import { useAnswer } from '../../api/queries.ts'
import { unusualDays } from '../../charts/unusual-days.ts'
import { notesOfDays } from '../../notes/notes-of-days.ts'
import type { ChartAnswer } from '../../reports/chart-answer.ts'
import type { ReportView } from '../../view/report-view.ts'

/** The marks of a chart: unusual days, and the notes on the days of its range. */
export function useMarks({ from, to, by }: ChartAnswer, { filters }: ReportView) {
  // Only networks and apps have unusual days of their own.
  const own = by === 'app_id' ? by : 'network'
  const found = useAnomalies({ range: { from, to }, filters }, own)
  const unusual = useMemo(
    () => unusualDays(by === 'app_id' || by === 'network' ? own : null, found.data ?? null),
    [by, own, found.data],
  )
  const noted = useAnswer('notes')
  const notes = useMemo(
    () => notesOfDays(noted.data?.notes ?? [], from, to, filters.app_id),
    [noted.data, from, to, filters.app_id],
  )
  return { unusual, notes, noted }
}
