import { seriesName } from '../figures/names.ts'
import type { ChartAnswer } from '../reports/chart-answer.ts'

/** The name of a series; a chart without groups has only one, of all figures. */
export const nameInChart = (
  { by }: Pick<ChartAnswer, 'by'>,
  key: string | null,
  nameOf: (key: string) => string,
): string => (by === null ? 'All together' : seriesName(key, nameOf))
