import { parseDay } from '../../../src/values/day.ts'
import {
  breakdowns,
  chartMetrics,
  columns,
  defaultView,
  type Filters,
  filterNames,
  type PresetName,
  presets,
  type Range,
  type Sorting,
  type View,
} from './view.ts'

/** Reads the view from a URL's query. Invalid parts get their defaults. */
export function readView(query: URLSearchParams): View {
  return {
    range: readRange(query),
    by: oneOf(breakdowns, query.get('by')) ?? defaultView.by,
    metric: oneOf(chartMetrics, query.get('chart')) ?? defaultView.metric,
    filters: readFilters(query),
    sorting: readSorting(query.get('sort')),
  }
}

/** Writes the view as a query. Defaults are left out. */
export function writeView({ range, by, metric, filters, sorting }: View): URLSearchParams {
  const query = writeRange(range)
  if (by !== defaultView.by) query.set('by', by)
  if (metric !== defaultView.metric) query.set('chart', metric)
  for (const name of filterNames) {
    for (const value of filters[name] ?? []) query.append(name, value)
  }
  const { column, descending } = sorting
  const usual = defaultView.sorting
  if (column !== usual.column || descending !== usual.descending) {
    query.set('sort', `${descending ? '-' : ''}${column}`)
  }
  return query
}

/** The part of the query that all pages share. */
export function writeRange(range: Range): URLSearchParams {
  const query = new URLSearchParams()
  if ('from' in range) {
    query.set('from', range.from)
    query.set('to', range.to)
  } else if (range.preset !== (defaultView.range as { preset: string }).preset) {
    query.set('range', range.preset)
  }
  return query
}

function readRange(query: URLSearchParams): Range {
  const preset = query.get('range')
  if (preset !== null && Object.hasOwn(presets, preset)) return { preset: preset as PresetName }
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  const [firstDay, lastDay] = [parseDay(from), parseDay(to)]
  const inOrder = firstDay !== null && lastDay !== null && firstDay <= lastDay
  return inOrder ? { from, to } : defaultView.range
}

function readFilters(query: URLSearchParams): Filters {
  const given = filterNames.map((name) => [name, [...new Set(query.getAll(name))]] as const)
  return Object.fromEntries(given.filter(([, values]) => values.length > 0))
}

function readSorting(text: string | null): Sorting {
  const descending = text?.startsWith('-') ?? false
  const column = oneOf(columns, descending ? text!.slice(1) : text)
  return column ? { column, descending } : defaultView.sorting
}

function oneOf<Name extends string>(names: readonly Name[], text: string | null): Name | null {
  return names.find((name) => name === text) ?? null
}
