import type { RelativeDays } from '../../../src/reporting/question/relative-days.ts'

// Addresses of 0.1 and of commits after it, which people have as bookmarks and saved views.

const oldDays = new Map<string, RelativeDays>([
  ['7d', 'last_7'],
  ['28d', 'last_28'],
  ['90d', 'last_90'],
  ['365d', 'last_365'],
  ['month', 'month_to_date'],
  ['last-month', 'previous_month'],
])

const oldNames = new Map([
  ['range', 'days'],
  ['from', 'start_date'],
  ['to', 'end_date'],
  ['app', 'app_id'],
  ['format', 'ad_format'],
  ['against', 'compare'],
  ['by', 'rows'],
  ['chart', 'plot'],
  ['sort', 'order'],
])

/** The parameters whose values are names. */
const naming = ['gaps', 'rows', 'across', 'order', 'trail', 'compare']

const oldWords = new Map([
  ['app', 'app_id'],
  ['format', 'ad_format'],
  ['change', 'change_revenue'],
  ['share', 'revenue'],
  ['previous_range', 'previous_period'],
  ['same_weekdays', 'previous_weekdays'],
  ['last_month', 'previous_month'],
  ['last_year', 'previous_year'],
  ['last_year_weekdays', 'previous_year_weekdays'],
])

/** The query of an address with the names of now. */
export function withCurrentNames(query: URLSearchParams): URLSearchParams {
  const current = new URLSearchParams()
  for (const [name, value] of query) {
    const now = oldNames.get(name) ?? name
    // A name of its own comes before an old one for the same.
    if (now !== name && query.has(now)) continue
    current.append(now, currentValue(now, value))
  }
  const order = current.get('order')
  // Names were a column, of any breakdown.
  if (order?.match(/^-?name$/)) {
    current.set('order', order.replace('name', current.get('rows') ?? 'network'))
  }
  return current
}

function currentValue(name: string, value: string): string {
  if (name === 'days') return oldDays.get(value) ?? value
  return naming.includes(name) ? value.replace(/\w+/g, (word) => oldWords.get(word) ?? word) : value
}
