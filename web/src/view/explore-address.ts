import { maxConditions, readCondition } from '../../../src/reporting/question/read-having.ts'
import { type Known, readRange, writeRange } from './address.ts'
import {
  type Beside,
  besides,
  consistent,
  defaultBesides,
  defaultExploreMetrics,
  defaultRows,
  type ExploreView,
  exploreMetrics,
  grains,
  isTime,
  maxRowDimensions,
  type Order,
  ordersOf,
  type RowDimension,
  rowDimensions,
  usualOrder,
} from './explore.ts'
import { type Range, type View, viewFilterNames } from './view.ts'

/** The contents of Explore's part of a URL's query. */
export interface ExploreAddress {
  readonly view: ExploreView
  /** Values that were left out, each with its parameter's name. */
  readonly ignored: readonly string[]
}

const maxShownCharacters = 40

/** Reads the view of Explore. @param shared what the query contains for every page */
export function readExplore(
  query: URLSearchParams,
  { range, filters, compare: compared }: Pick<View, 'range' | 'filters' | 'compare'>,
  known: Known,
): ExploreAddress {
  const ignored: string[] = []
  const ignore = (name: string, value: string) =>
    ignored.push(`${name} ${[...value].slice(0, maxShownCharacters).join('')}`)
  const list = <Name extends string>(parameter: string, names: readonly Name[]): Name[] => {
    const found = new Set<Name>()
    for (const text of textsOf(query, parameter)) {
      const name = names.find((one) => one === text)
      if (name === undefined) ignore(parameter, text)
      else found.add(name)
    }
    return [...found]
  }
  const one = <Name extends string>(parameter: string, names: readonly Name[]): Name | null => {
    const [first = null, ...others] = list(parameter, names)
    for (const other of others) ignore(parameter, other)
    return first
  }
  const rows = readRows(list('rows', rowDimensions), (name) => ignore('rows', name))
  const metrics = orElse(list('metrics', exploreMetrics), defaultExploreMetrics)
  const across = one('across', rowDimensions)
  const compare = typeof compared === 'object' || compared === 'usual' ? null : compared
  const sideBySide = one('side_by_side', ['on'])
  const isSideBySide = sideBySide !== null
  const beside = query.has('beside')
    ? list('beside', [...besides, 'none']).filter(isBeside)
    : defaultBesides
  const orders = ordersOf({ rows, metrics, beside, compare, isSideBySide }).flatMap(
    (by): [string, Order][] => [
      [by, { by, descending: false }],
      [`-${by}`, { by, descending: true }],
    ],
  )
  const having = textsOf(query, 'having').filter((text, place) => {
    const isKept = readCondition(text) !== null && place < maxConditions
    if (!isKept) ignore('having', text)
    return isKept
  })
  const order = one(
    'order',
    orders.map(([text]) => text),
  )
  const view = consistent({
    range,
    filters,
    rows,
    across,
    metrics,
    beside,
    order: new Map(orders).get(order ?? '') ?? usualOrder(rows, metrics),
    having,
    plot: one('plot', exploreMetrics) ?? metrics[0]!,
    grain: one('grain', grains) ?? 'date',
    compare,
    isSideBySide,
    isHeated: one('heat', ['off']) === null,
    trail: list('trail', viewFilterNames),
    within: readWithin(query.get('within'), known),
  })
  if (across !== null && view.across === null) ignore('across', across)
  if (sideBySide !== null && !view.isSideBySide) ignore('side_by_side', sideBySide)
  return { view, ignored }
}

/** Writes what is Explore's own. Defaults are left out. */
export function writeExplore(view: ExploreView): Readonly<Record<string, readonly string[]>> {
  const { rows, metrics, across, beside, order, having, plot, grain, trail, within } = view
  const usual = usualOrder(rows, metrics)
  const isUsual = order.by === usual.by && order.descending === usual.descending
  const written: Record<string, string> = {
    ...(!same(rows, defaultRows) && { rows: rows.join() }),
    ...(across !== null && { across }),
    ...(!same(metrics, defaultExploreMetrics) && { metrics: metrics.join() }),
    ...(!same(beside, defaultBesides) && { beside: beside.join() || 'none' }),
    ...(!isUsual && { order: `${order.descending ? '-' : ''}${order.by}` }),
    ...(having.length > 0 && { having: having.join() }),
    ...(plot !== metrics[0] && { plot }),
    ...(grain !== 'date' && { grain }),
    ...(view.isSideBySide && { side_by_side: 'on' }),
    ...(!view.isHeated && { heat: 'off' }),
    ...(trail.length > 0 && { trail: trail.join() }),
    ...(within !== null && { within: writeWithin(within) }),
  }
  return Object.fromEntries(Object.entries(written).map(([name, text]) => [name, [text]]))
}

const textsOf = (query: URLSearchParams, parameter: string): string[] =>
  query.getAll(parameter).flatMap((text) => text.split(',').filter((part) => part !== ''))

const isBeside = (name: string): name is Beside => name !== 'none'

const same = (some: readonly string[], others: readonly string[]) => some.join() === others.join()

const orElse = <Value>(some: readonly Value[], usual: readonly Value[]): readonly Value[] =>
  some.length > 0 ? some : usual

/** The first dimensions, with one of time at most. */
function readRows(given: readonly RowDimension[], ignore: (name: string) => void) {
  const rows: RowDimension[] = []
  for (const name of given) {
    const isSecondTime = isTime(name) && rows.some(isTime)
    if (isSecondTime || rows.length === maxRowDimensions) ignore(name)
    else rows.push(name)
  }
  return orElse(rows, defaultRows)
}

/** `last_28`, or `2026-03-01..2026-03-31`. */
function readWithin(text: string | null, known: Known): Range | null {
  if (text === null || text === '') return null
  const [from = '', to] = text.split('..')
  const query = new URLSearchParams(
    to === undefined ? { days: from } : { start_date: from, end_date: to },
  )
  let isBad = false
  const range = readRange(query, known, () => {
    isBad = true
  })
  return isBad ? null : range
}

function writeWithin(range: Range): string {
  const query = writeRange(range, true)
  return query.get('days') ?? `${query.get('start_date')}..${query.get('end_date')}`
}
