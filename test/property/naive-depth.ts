// Figures by rung and floor over plain lists of rows, written apart from the SQL.

/** What is counted of a row: unknown clicks are null. */
interface Counts {
  readonly impressions: number
  readonly clicks: number | null
  readonly micros: number
}

export interface FigureRow extends Counts {
  readonly date: string
  readonly app_id: string
  readonly network: string
  readonly country: string
  readonly ad_tag: string
}

export interface DeepRow extends FigureRow {
  readonly rung: string
  readonly floor: string
}

/** Everything that an account has at one time. */
export interface DeepState {
  readonly booked: readonly FigureRow[]
  /** By the name of the secondary report. */
  readonly reports: ReadonlyMap<string, readonly FigureRow[]>
  readonly details: ReadonlyMap<string, readonly DeepRow[]>
  /** In the order in which they came first. */
  readonly sources: readonly string[]
}

const placeOf = ({ date, app_id }: FigureRow) => `${date} ${app_id}`
const keyOf = ({ network, country, ad_tag, ...row }: FigureRow) =>
  [row.date, row.app_id, network, country, ad_tag].join(' ')

/** All rows of an account by the labels of details. */
export function deepRows({ booked, reports, details, sources }: DeepState): DeepRow[] {
  const known = [...booked, ...[...reports.values()].flat(), ...[...details.values()].flat()]
  return [...new Set(known.map(placeOf))].flatMap((place) => {
    const isHere = (row: FigureRow) => placeOf(row) === place
    const counted = booked.filter(isHere)
    const source = sources.find((name) => details.get(name)?.some(isHere))
    if (source === undefined) return differences(counted, [], 'unattributed')
    const detailed = details.get(source)!.filter(isHere)
    const own = reports.get(source)?.filter(isHere) ?? []
    return own.length === 0
      ? [...detailed, ...differences(counted, detailed, 'unattributed')]
      : [
          ...detailed,
          ...differences(own, detailed, 'unattributed'),
          ...differences(counted, own, 'not_booked'),
        ]
  })
}

/** What some rows have more than others, by key. Equal keys have no row. */
function differences(
  more: readonly FigureRow[],
  less: readonly FigureRow[],
  rung: string,
): DeepRow[] {
  const keys = new Map([...more, ...less].map((row) => [keyOf(row), row]))
  return [...keys].flatMap(([key, labels]) => {
    const isOfKey = (row: FigureRow) => keyOf(row) === key
    const [added, subtracted] = [more.filter(isOfKey), less.filter(isOfKey)]
    const difference = (of: (row: FigureRow) => number) =>
      added.reduce((sum, row) => sum + of(row), 0) -
      subtracted.reduce((sum, row) => sum + of(row), 0)
    const impressions = difference((row) => row.impressions)
    const micros = difference((row) => row.micros)
    const clicks = difference((row) => row.clicks ?? 0)
    if (impressions === 0 && micros === 0 && clicks === 0) return []
    const isKnown = [...added, ...subtracted].every((row) => row.clicks !== null)
    const counts = { impressions, micros, clicks: isKnown ? clicks : null }
    return [{ ...labels, rung, floor: 'unknown', ...counts }]
  })
}

export type DeepDimension = 'date' | 'app_id' | 'network' | 'country' | 'ad_tag' | 'rung' | 'floor'

/** Rows added up by some dimensions, as reports answer them. */
export function addedUp(
  rows: readonly DeepRow[],
  dimensions: readonly DeepDimension[],
): Record<string, unknown>[] {
  const groups = Map.groupBy(rows, (row) => dimensions.map((name) => row[name]).join(' '))
  return [...groups.values()].map((group) => {
    const clicks = group.flatMap((row) => row.clicks ?? [])
    return {
      ...Object.fromEntries(dimensions.map((name) => [name, group[0]![name]])),
      impressions: group.reduce((sum, row) => sum + row.impressions, 0),
      clicks: clicks.length === 0 ? null : clicks.reduce((sum, one) => sum + one, 0),
      revenue: group.reduce((sum, row) => sum + row.micros, 0) / 1_000_000,
    }
  })
}
