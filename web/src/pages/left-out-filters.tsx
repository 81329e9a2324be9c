import { dimensionTitle } from '../reports/names.ts'
import type { Filters, View, ViewFilterName } from '../view/view.ts'

/** A view without filters that a page's figures are not known by. */
export function viewWithout<Own extends View>(view: Own, names: readonly ViewFilterName[]): Own {
  const kept = Object.entries(view.filters).filter(
    ([name]) => !names.includes(name as ViewFilterName),
  )
  return { ...view, filters: Object.fromEntries(kept) as Filters }
}

export interface LeftOutFiltersProps {
  readonly view: View
  readonly names: readonly ViewFilterName[]
  readonly why: string
}

/** Names the filters of the address that a page does without. */
export function LeftOutFilters({ view, names, why }: LeftOutFiltersProps) {
  const given = names.filter((name) => view.filters[name] !== undefined)
  if (given.length === 0) return null
  return (
    <p className="note" role="status">
      Not filtered by {given.map((name) => dimensionTitle(name).toLowerCase()).join(' and ')} here:{' '}
      {why}
    </p>
  )
}
