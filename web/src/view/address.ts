import { parseDay } from '../../../src/values/day.ts'
import {
  breakdowns,
  chartMetrics,
  columns,
  type Filters,
  filterNames,
  type PresetName,
  presets,
  type Range,
  type Sorting,
  usualView,
  type View,
} from './view.ts'

/** Reads what a page shows from its address. What cannot be read is as usual. */
export function readView(query: URLSearchParams): View {
  return {
    range: readRange(query),
    by: oneOf(breakdowns, query.get('by')) ?? usualView.by,
    metric: oneOf(chartMetrics, query.get('chart')) ?? usualView.metric,
    filters: readFilters(query),
    sorting: readSorting(query.get('sort')),
  }
}

/** Writes what a page shows into an address; what is as usual is left out. */
export function writeView({ range, by, metric, filters, sorting }: View): URLSearchParams {
  const query = writeRange(range)
  if (by !== usualView.by) query.set('by', by)
  if (metric !== usualView.metric) query.set('chart', metric)
  for (const name of filterNames) {
    for (const value of filters[name] ?? []) query.append(name, value)
  }
  const { column, descending } = sorting
  const usual = usualView.sorting
  if (column !== usual.column || descending !== usual.descending) {
    query.set('sort', `${descending ? '-' : ''}${column}`)
  }
  return query
}

/** The part of an address that all pages share. */
export function writeRange(range: Range): URLSearchParams {
  const query = new URLSearchParams()
  if ('from' in range) {
    query.set('from', range.from)
    query.set('to', range.to)
  } else if (range.preset !== (usualView.range as { preset: string }).preset) {
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
  return inOrder ? { from, to } : usualView.range
}

function readFilters(query: URLSearchParams): Filters {
  const given = filterNames.map((name) => [name, [...new Set(query.getAll(name))]] as const)
  return Object.fromEntries(given.filter(([, values]) => values.length > 0))
}

function readSorting(text: string | null): Sorting {
  const descending = text?.startsWith('-') ?? false
  const column = oneOf(columns, descending ? text!.slice(1) : text)
  return column ? { column, descending } : usualView.sorting
}

function oneOf<Name extends string>(names: readonly Name[], text: string | null): Name | null {
  return names.find((name) => name === text) ?? null
}
