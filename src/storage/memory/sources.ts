import type { Sum } from '../../reporting/metrics.ts'
import { countedSums } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportFilters } from '../../reporting/report-request.ts'
import { compareUtf8 } from '../../values/compare-utf8.ts'
import { type AccountSlices, isExact } from './account-slices.ts'
import { type Accepts, addBlock } from './add-block.ts'
import { type Block, type BlockDimension, partsOf } from './block.ts'
import { type AxisValues, outside } from './group-space.ts'
import type { Groups } from './groups.ts'
import { type AppSlices, addSeries } from './slice-series.ts'

/** Figures in memory that answer a plan. */
export interface Source {
  /** Whether the plan's sums are exact in floating point, whatever rows are added up. */
  readonly isExact: boolean
  /** The most rows that may be looked at. */
  readonly rowCount: number
  /** The apps with figures, in ascending order; none where the figures are of all apps together. */
  readonly apps: readonly number[]
  /** All values of a dimension, in the order of the rows. */
  readonly valuesOf: (dimension: BlockDimension) => AxisValues
  /** Adds all rows of the groups' days, part by part. Yields how much was looked at. */
  readonly addTo: (groups: Groups) => Generator<number>
  /** The slices of the same apps and networks, where they may have no figures for a plan's rows. */
  readonly slices?: Source
}

/** A block, and whose figures it has: null for all apps. */
export interface BlockOfApp {
  readonly app: number | null
  readonly block: Block
}

export function blockSource(plan: ReportPlan, blocks: readonly BlockOfApp[]): Source {
  const accepts = filterOf(plan)
  return {
    isExact: plan.sums.every((sum) => isExactSum(blocks, sum)),
    rowCount: blocks.reduce((count, { block }) => count + block.rowCount, 0),
    apps: appsOf(blocks.map(({ app }) => app ?? 0)),
    valuesOf: (dimension) => {
      const axes = blocks.map(({ block }) => block.axes[dimension])
      const all = axes.reduce<readonly string[]>(
        (longest, { labels }) => (labels.length > longest.length ? labels : longest),
        [],
      )
      return { codes: inOrder(new Set(axes.flatMap(({ codes }) => codes)), all), labels: all }
    },
    addTo: (groups) => addBlocks(groups, blocks, accepts),
  }
}

function* addBlocks(
  groups: Groups,
  blocks: readonly BlockOfApp[],
  accepts: Accepts | null,
): Generator<number> {
  const placeOfApp = groups.space.placeOfApp()
  for (const { app, block } of blocks) {
    const place = app === null ? 0 : placeOfApp(app)
    if (place === outside) continue
    for (const part of partsOf(block)) yield addBlock(groups, block, part, place, accepts)
  }
}

function isExactSum(blocks: readonly BlockOfApp[], sum: Sum): boolean {
  let magnitude = 0
  for (const { block } of blocks) magnitude += block.sums[sum]!.magnitude
  return magnitude <= Number.MAX_SAFE_INTEGER
}

/** The slices of an app: null for all apps. */
type SlicesOfApp = readonly [app: number | null, slices: AppSlices]

export function sliceSource(plan: ReportPlan, slices: AccountSlices): Source {
  const { networks } = slices
  const accepts = filterOf(plan)
  const wanted: SlicesOfApp[] =
    plan.apps || namesApps(plan)
      ? (plan.apps ?? [...slices.apps.keys()]).flatMap((app) => {
          const ofApp = slices.apps.get(app)
          return ofApp ? [[app, ofApp]] : []
        })
      : [[null, slices.all]]
  return {
    isExact: isExact(slices),
    rowCount: wanted.length * countedSums.length,
    apps: appsOf(wanted.map(([app]) => app ?? 0)),
    valuesOf: () => {
      const codes = new Set(wanted.flatMap(([, of]) => of.networks.map(({ network }) => network)))
      return { codes: inOrder(codes, networks), labels: networks }
    },
    addTo: (groups) => addSlices(groups, wanted, networks, accepts),
  }
}

function* addSlices(
  groups: Groups,
  apps: readonly SlicesOfApp[],
  networks: AccountSlices['networks'],
  accepts: Accepts | null,
): Generator<number> {
  const { space } = groups
  const placeOfApp = space.placeOfApp()
  const placeOfNetwork = new Map<number, number>()
  const isAccepted = (code: number) => accepts === null || accepts('network', code, networks)
  const isOfAllNetworks =
    accepts === null &&
    space.axes.every(({ dimension }) => dimension !== 'network') &&
    groups.periods.every((period) => period.networks === null)
  for (const [app, ofApp] of apps) {
    const appPlace = app === null ? 0 : placeOfApp(app)
    if (appPlace === outside) continue
    if (isOfAllNetworks) addSeries(groups, ofApp.all, appPlace, null)
    for (const series of isOfAllNetworks ? [] : ofApp.networks) {
      const { network } = series
      let place = placeOfNetwork.get(network)
      if (place === undefined) {
        place = isAccepted(network) ? space.placesOf('network', [network])[0]! : outside
        placeOfNetwork.set(network, place)
      }
      if (place !== outside) addSeries(groups, series, appPlace + place, networks[network]!)
    }
    yield groups.periods.length
  }
}

/** Whether rows are of single apps, or of groups of them. */
export const namesApps = ({ dimensions }: ReportPlan): boolean =>
  dimensions.some((one) => one === 'app' || one === 'appName' || one === 'platform')

const appsOf = (apps: Iterable<number>): number[] => [...new Set(apps)].sort((a, b) => a - b)

/** Names by their UTF-8 bytes, as the engines sort them. */
const inOrder = (codes: ReadonlySet<number>, labels: readonly string[]): number[] =>
  [...codes].sort((a, b) => compareUtf8(labels[a]!, labels[b]!))

const filtersOf = { network: 'networks', format: 'formats', country: 'countries' } as const

/** @returns null when a plan has no filters */
function filterOf({ filters, excluded = {} }: ReportPlan): Accepts | null {
  if (Object.keys(filters).length + Object.keys(excluded).length === 0) return null
  const setsOf = (of: ReportFilters) =>
    Object.fromEntries(
      Object.entries(filtersOf).map(([dimension, name]) => [
        dimension,
        of[name] && new Set(of[name]),
      ]),
    ) as Record<BlockDimension, Set<string> | undefined>
  const [wanted, unwanted] = [setsOf(filters), setsOf(excluded)]
  const all = [...Object.values(wanted), ...Object.values(unwanted)]
  if (all.every((set) => set === undefined)) return null
  return (dimension, code, labels) => {
    const name = labels[code]!
    return (wanted[dimension]?.has(name) ?? true) && !unwanted[dimension]?.has(name)
  }
}
