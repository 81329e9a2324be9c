import { readRelativeDays } from '../../../src/reporting/question/relative-days.ts'
import { isCountry } from '../../../src/values/country.ts'
import { dayCount, parseDay } from '../../../src/values/day.ts'
import { isIdentifier } from '../../../src/values/identifier.ts'
import { isPlatform } from '../../../src/values/platform.ts'
import { type Compare, parseCompare, writeCompare } from './compare.ts'
import {
  defaultView,
  type Filters,
  type Range,
  type View,
  type ViewFilterName,
  viewFilterNames,
} from './view.ts'

/** The values that the server accepts for this account. */
export interface Known {
  readonly appIds: ReadonlySet<string>
  /** The longest range that the server answers. */
  readonly maxRangeDays: number
}

/** The contents of a URL's query. */
export interface Address<Shown extends View = View> {
  readonly view: Shown
  /** Values that were left out, each with its parameter's name. */
  readonly ignored: readonly string[]
}

/** Values of one filter; all countries are fewer. */
const maxFilterValues = 300
const maxShownCharacters = 40

/** Reads the view from a URL's query. Invalid values are left out, or get their defaults. */
export function readAddress(query: URLSearchParams, known: Known): Address {
  const ignored: string[] = []
  const ignore = ignoreInto(ignored)
  const view = {
    range: readRange(query, known, ignore),
    compare: readCompare(query, ignore),
    filters: readFilters(query, known, ignore),
  }
  return { view, ignored }
}

type Ignore = (name: string, value: string, why?: string) => void

/** Notes values that are left out. */
export const ignoreInto =
  (ignored: string[]): Ignore =>
  (name, value, why = '') => {
    const characters = [...value]
    const isLong = characters.length > maxShownCharacters
    const shown = isLong ? `${characters.slice(0, maxShownCharacters).join('')}…` : value
    ignored.push(`${name} ${shown}${why}`)
  }

/** Writes the view as a query. Defaults are left out. */
export function writeView({ range, compare, filters }: View): URLSearchParams {
  const query = writeRange(range)
  if (compare !== defaultView.compare) query.set('compare', writeCompare(compare))
  for (const name of viewFilterNames) {
    for (const value of filters[name] ?? []) query.append(name, value)
  }
  return query
}

/** @param isWhole whether the default is written too */
export function writeRange(range: Range, isWhole = false): URLSearchParams {
  const query = new URLSearchParams()
  if ('from' in range) {
    query.set('start_date', range.from)
    query.set('end_date', range.to)
  } else if (isWhole || range.preset !== (defaultView.range as { preset: string }).preset) {
    query.set('days', range.preset)
  }
  return query
}

export function readRange(query: URLSearchParams, { maxRangeDays }: Known, ignore: Ignore): Range {
  const name = query.get('days')
  const preset = readRelativeDays(name ?? '')
  if (preset) return { preset }
  if (name) ignore('days', name)
  const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '']
  if (from === '' && to === '') return defaultView.range
  const [firstDay, lastDay] = [parseDay(from), parseDay(to)]
  if (firstDay === null || lastDay === null || firstDay > lastDay) {
    ignore('days', daysTo(from, to))
  } else if (dayCount({ firstDay, lastDay }) > maxRangeDays) {
    ignore('days', daysTo(from, to), ` (at most ${maxRangeDays} days)`)
  } else {
    return { from, to }
  }
  return defaultView.range
}

function readCompare(query: URLSearchParams, ignore: Ignore): Compare {
  const text = query.get('compare')
  const compare = text ? parseCompare(text) : null
  if (text && compare === null) ignore('compare', text)
  return compare ?? defaultView.compare
}

/** Reads one value of a filter; null when it is invalid. */
const readers: Record<ViewFilterName, (text: string, known: Known) => string | null> = {
  app_id: (text, { appIds }) => (appIds.has(text) ? text : null),
  platform: (text) => (isPlatform(text.toLowerCase()) ? text.toLowerCase() : null),
  network: toIdentifier,
  ad_format: toIdentifier,
  country: (text) => (isAscii(text) && isCountry(text.toUpperCase()) ? text.toUpperCase() : null),
}

function toIdentifier(text: string): string | null {
  return isAscii(text) && isIdentifier(text.toLowerCase()) ? text.toLowerCase() : null
}

/** Changing case can turn letters of other scripts into Latin ones. */
const isAscii = (text: string): boolean => /^\w+$/.test(text)

function readFilters(query: URLSearchParams, known: Known, ignore: Ignore): Filters {
  const filters: Partial<Record<ViewFilterName, readonly string[]>> = {}
  for (const name of viewFilterNames) {
    const values = new Set<string>()
    for (const text of query.getAll(name).flatMap((list) => list.split(','))) {
      if (text === '') continue
      const value = readers[name](text, known)
      if (value !== null && values.size < maxFilterValues) values.add(value)
      else if (value === null || !values.has(value)) ignore(name, text)
    }
    if (values.size > 0) filters[name] = [...values]
  }
  return filters
}

const daysTo = (from: string, to: string) => `${from} to ${to}`
