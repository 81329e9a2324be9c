import type { Formats } from '../../figures/formats.ts'
import { plural } from '../../figures/plural.ts'
import { countsOf, needsSomeone, stateOf } from '../connections/states.ts'
import type { NetworkRow } from './network-rows.ts'

/** Rows that need someone come first, then those that lack days; each by its name. */
export function bySeverity(nameOf: (row: NetworkRow) => string) {
  return (a: NetworkRow, b: NetworkRow): number =>
    severityOf(a) - severityOf(b) || nameOf(a).localeCompare(nameOf(b))
}

function severityOf({ connections, missing }: NetworkRow): number {
  if (connections.some(needsSomeone)) return 0
  return missing.length > 0 ? 1 : 2
}

/** Days that are named. */
const maxNamed = 3

/** The state of a network in a few words, and what is wrong with it. */
export function RowState({ row, formats }: { row: NetworkRow; formats: Formats }) {
  const { connections, missing, last } = row
  const troubled = connections.find(needsSomeone)
  if (troubled) {
    const state = stateOf(troubled)
    const counts = countsOf(troubled)
    // Days that wait for someone say more than that a connection is active or paused.
    const isCalm = ['Active', 'Paused'].includes(state)
    const [title, also] = isCalm && counts !== '' ? [counts, state] : [state, counts]
    const problem = troubled.problem ?? (also === 'Active' ? '' : also)
    return (
      <span className="failure">
        <b>{title}</b> {problem !== '' && <small>{problem}</small>}
      </span>
    )
  }
  if (missing.length > 0) {
    const named = missing.slice(-maxNamed).map((day) => formats.day(day, 'axis'))
    const more = missing.length - named.length
    return (
      <span className="failure">
        <b>
          {formats.count(missing.length)}{' '}
          {plural(missing.length, { one: 'day missing', other: 'days missing' })}
        </b>{' '}
        <small>
          {named.join(', ')}
          {more > 0 && ` and ${formats.count(more)} earlier`}
        </small>
      </span>
    )
  }
  const busy = connections.find((one) => stateOf(one) !== 'Active')
  if (busy) return stateOf(busy)
  return last === null ? 'No report in these days' : 'Up to date'
}
