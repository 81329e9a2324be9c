import { maxConditions, readCondition } from '../../../src/reporting/question/read-having.ts'
import { type Address, ignoreInto, type Known, readRange, writeRange } from './address.ts'
import { writeCompare } from './compare.ts'
import {
  type Beside,
  besides,
  chartMetrics,
  consistent,
  grains,
  isTime,
  maxRowDimensions,
  type Order,
  ordersOf,
  type Preset,
  type ReportView,
  type RowDimension,
  reportMetrics,
  rowDimensions,
  usualOrder,
} from './report-view.ts'
import { type Search, searchOf } from './search.ts'
import { type Range, type View, viewFilterNames } from './view.ts'

/** Reads the figures of a page. @param shared what the query contains for every page */
export function readReportView(
  query: URLSearchParams,
  shared: View,
  preset: Preset,
  known: Known,
): Address<ReportView> {
  const ignored: string[] = []
  const ignore = ignoreInto(ignored)
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
  const rows = readRows(list('rows', rowDimensions), (name) => ignore('rows', name), preset.rows)
  const metrics = orElse(list('metrics', reportMetrics), preset.metrics)
  const across = one('across', rowDimensions)
  const compare = query.has('compare') ? shared.compare : preset.compare
  const sideBySide = one('side_by_side', ['on'])
  const isSideBySide = sideBySide !== null
  const beside = query.has('beside')
    ? list('beside', [...besides, 'none']).filter(isBeside)
    : preset.beside
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
    ...shared,
    rows,
    across,
    metrics,
    beside,
    order: new Map(orders).get(order ?? '') ?? usualOrder(rows, metrics),
    having,
    plot: one('plot', chartMetrics) ?? metrics[0]!,
    grain: one('grain', grains) ?? 'date',
    compare,
    isSideBySide,
    isHeated: (one('heat', ['on', 'off']) ?? onOff(preset.isHeated)) === 'on',
    trail: list('trail', viewFilterNames),
    within: readWithin(query.get('within'), known),
  })
  if (across !== null && view.across === null) ignore('across', across)
  if (sideBySide !== null && !view.isSideBySide) ignore('side_by_side', sideBySide)
  return { view, ignored }
}

/** Writes the figures of a page. Its defaults are left out. */
export function writeReportView(view: ReportView, preset: Preset): Search {
  const { compare, isHeated } = view
  const { compare: _, ...shared } = searchOf(view)
  const { rows, metrics, across, beside, order, having, plot, grain, trail, within } = view
  const usual = usualOrder(rows, metrics)
  const isUsual = order.by === usual.by && order.descending === usual.descending
  const written: Record<string, string> = {
    ...(compare !== preset.compare && { compare: writeCompare(compare) }),
    ...(!same(rows, preset.rows) && { rows: rows.join() }),
    ...(across !== null && { across }),
    ...(!same(metrics, preset.metrics) && { metrics: metrics.join() }),
    ...(!same(beside, preset.beside) && { beside: beside.join() || 'none' }),
    ...(!isUsual && { order: `${order.descending ? '-' : ''}${order.by}` }),
    ...(having.length > 0 && { having: having.join() }),
    ...(plot !== metrics[0] && { plot }),
    ...(grain !== 'date' && { grain }),
    ...(view.isSideBySide && { side_by_side: 'on' }),
    ...(isHeated !== preset.isHeated && { heat: onOff(isHeated) }),
    ...(trail.length > 0 && { trail: trail.join() }),
    ...(within !== null && { within: writeWithin(within) }),
  }
  const own = Object.entries(written).map(([name, text]) => [name, [text]])
  return { ...shared, ...Object.fromEntries(own) }
}

const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')

const textsOf = (query: URLSearchParams, parameter: string): string[] =>
  query.getAll(parameter).flatMap((text) => text.split(',').filter((part) => part !== ''))

const isBeside = (name: string): name is Beside => name !== 'none'

const same = (some: readonly string[], others: readonly string[]) => some.join() === others.join()

const orElse = <Value>(some: readonly Value[], usual: readonly Value[]): readonly Value[] =>
  some.length > 0 ? some : usual

/** The first dimensions, with one of time at most. */
function readRows(
  given: readonly RowDimension[],
  ignore: (name: string) => void,
  usual: readonly RowDimension[],
) {
  const rows: RowDimension[] = []
  for (const name of given) {
    const isSecondTime = isTime(name) && rows.some(isTime)
    if (isSecondTime || rows.length === maxRowDimensions) ignore(name)
    else rows.push(name)
  }
  return orElse(rows, usual)
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
