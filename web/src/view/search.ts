import { writeView } from './address.ts'
import { withCurrentNames } from './old-address.ts'
import { type View, viewFilterNames } from './view.ts'

/**
 * The parameters of an address, as the router keeps them: each name with its values. Numbers stay
 * text, because an app's id may be one.
 */
export type Search = Readonly<Record<string, readonly string[]>>

export function parseSearch(text: string): Search {
  return toSearch(withCurrentNames(new URLSearchParams(text)))
}

export function stringifySearch(search: Search): string {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(search)) {
    for (const value of values) query.append(name, value)
  }
  return query.size > 0 ? `?${query}` : ''
}

/** The parameters of a view, for links. */
export const searchOf = (view: View): Search => toSearch(writeView(view))

/** Of the view, and of a part of its range. */
const viewNames: readonly string[] = [
  'days',
  'start_date',
  'end_date',
  'within',
  'compare',
  ...viewFilterNames,
]

/** The address without the view and the part of its range that is shown: a page's own parameters. */
export const withoutView = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !viewNames.includes(name)))

const toSearch = (query: URLSearchParams): Search =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]))
