import { writeView } from './address.ts'
import type { View } from './view.ts'

/**
 * The parameters of an address, as the router keeps them: each name with its values. Numbers stay
 * text, because an app's id may be one.
 */
export type Search = Readonly<Record<string, readonly string[]>>

export function parseSearch(text: string): Search {
  return toSearch(new URLSearchParams(text))
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

const toSearch = (query: URLSearchParams): Search =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]))
