import type { FiguresAnswer } from '../api/wire.ts'
import { none, useFormats } from '../figures/formats.ts'
import { decimalOf } from '../figures/metrics.ts'
import { seriesName } from '../figures/names.ts'
import { totalsAt } from '../figures/sums.ts'
import { daysBetween } from '../view/view.ts'
import type { DayState } from './day-states.ts'
import type { DaysChartProps } from './days-chart.tsx'

/** The figures of a chart as a table, latest day first. */
export function DaysTable({ figures, metric, nameOf, states }: DaysChartProps) {
  const formats = useFormats()
  const days = daysBetween(figures.start_date, figures.end_date)
  const written = (of: FiguresAnswer['days'], place: number) => {
    const totals = totalsAt(of, place)
    return totals ? formats.figure(metric, decimalOf(metric, totals)) : none
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className="scroll" tabIndex={0} aria-label="Figures by day">
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="number">
              Total
            </th>
            {figures.series.map(({ key }) => (
              <th scope="col" className="number" key={key ?? 'rest'}>
                {seriesName(key, nameOf)}
              </th>
            ))}
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {days
            .map((day, place) => (
              <tr key={day} data-day={day}>
                <th scope="row">{formats.day(day, 'short')}</th>
                <td className="number">{written(figures.days, place)}</td>
                {figures.series.map(({ key, days: own }) => (
                  <td className="number" key={key ?? 'rest'}>
                    {written(own, place)}
                  </td>
                ))}
                <td>{stateTitles[states.states[place] ?? 'final']}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  )
}

const stateTitles: Readonly<Record<DayState, string>> = {
  missing: 'nothing reported',
  incomplete: 'incomplete',
  open: 'not final',
  final: 'final',
}
