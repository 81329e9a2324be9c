import { readRelativeDays } from '../../../../src/reporting/question/relative-days.ts'
import type { LinkAnswer } from '../../api/wire.ts'
import { listed } from '../../figures/listed.ts'
import { titleOf } from '../../figures/metrics.ts'
import { isMetric } from '../../reports/metrics.ts'
import { dimensionTitle } from '../../reports/names.ts'
import { daysTitle } from '../../view/days-title.ts'

const maxListed = 4

/** A link's question in words: figures, rows, days, filters and the format. */
export function describeLink({ question, format }: LinkAnswer): string {
  const listOf = (name: string) => [question[name] ?? []].flat().flatMap((text) => text.split(','))
  const metrics = listOf('metrics').map((name) => (isMetric(name) ? titleOf(name) : name))
  const rows = listOf('dimensions').map((name) => dimensionTitle(name).toLowerCase())
  const filters = Object.keys(question)
    .filter((name) => !others.includes(name))
    .map((name) => `${dimensionTitle(name)}: ${listed(listOf(name), maxListed)}`)
  return [
    `${metrics.length > 0 ? metrics.join(', ') : 'Figures'}${rows.length > 0 ? ` by ${rows.join(', ')}` : ''}`,
    daysOf(listOf),
    ...filters,
    ...(format === 'json' ? [] : [format.toUpperCase()]),
  ].join(' · ')
}

const others = [
  ...['dimensions', 'metrics', 'order_by', 'limit', 'include', 'fill', 'compare'],
  ...['days', 'start_date', 'end_date', 'as_of'],
]

function daysOf(listOf: (name: string) => string[]): string {
  const name = readRelativeDays(listOf('days').join())
  if (name) return daysTitle(name)
  return `${listOf('start_date').join()} to ${listOf('end_date').join()}`
}
