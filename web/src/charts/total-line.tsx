import { LinePath } from '@visx/shape'
import { centreOf, type PlotArea } from './plot-area.ts'

export interface TotalLineProps {
  readonly area: PlotArea
  readonly periods: readonly string[]
  readonly values: readonly (number | null)[]
  /** Whether it is of the compared range. */
  readonly isBefore?: boolean
}

/** All figures together, as a line with gaps where there are none. */
export function TotalLine({ area, periods, values, isBefore = false }: TotalLineProps) {
  return (
    <LinePath
      data={[...values]}
      x={(_, place) => centreOf(area, periods[place] ?? '')}
      y={(value) => area.y(value ?? 0)}
      defined={(value) => value !== null}
      stroke={isBefore ? 'var(--ink)' : 'var(--soft)'}
      strokeWidth={2}
      strokeLinecap="round"
      data-line={isBefore ? 'before' : 'now'}
      {...(isBefore && { strokeDasharray: '5 4' })}
    />
  )
}
