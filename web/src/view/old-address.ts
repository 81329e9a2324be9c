import type { RelativeDays } from '../../../src/reporting/question/relative-days.ts'

// Addresses of 0.1, which people have as bookmarks.

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
])

/** The query of an address with the names of now. */
export function withCurrentNames(query: URLSearchParams): URLSearchParams {
  const current = new URLSearchParams()
  for (const [name, value] of query) {
    const now = oldNames.get(name) ?? name
    // A name of its own comes before an old one for the same.
    if (now !== name && query.has(now)) continue
    current.append(now, (name === 'range' && oldDays.get(value)) || value)
  }
  return current
}
