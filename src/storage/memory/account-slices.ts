import { nextTurn } from '../../values/turns.ts'
import {
  type AppSlices,
  daysOfAll,
  maxDays,
  type SliceSeries,
  seriesBytes,
  together,
} from './slice-series.ts'
import { TooLargeError } from './too-large-error.ts'

/** All slices of some apps of an account. */
export interface AccountSlices {
  /** By app. */
  readonly apps: ReadonlyMap<number, AppSlices>
  /** Of all apps together. */
  readonly all: AppSlices
  /** The names of networks, by code. */
  readonly networks: readonly string[]
  /** The memory that they take. */
  readonly bytes: number
  /** For each of {@link countedSums}, at least the sum of the sizes of all values; see {@link isExact}. */
  readonly magnitudes: readonly number[]
}

/** Whether floating point adds the slices up exactly, whichever they are. */
export const isExact = ({ magnitudes }: AccountSlices): boolean =>
  magnitudes.every((magnitude) => magnitude <= Number.MAX_SAFE_INTEGER)

/** Apps or networks that are added up before others have their turn: about a millisecond. */
const addedPerTurn = 10

/** Adds up the slices of all apps, in turns with other work. @throws TooLargeError */
export async function accountSlices({
  apps,
  networks,
  magnitudes,
}: Pick<AccountSlices, 'apps' | 'networks' | 'magnitudes'>): Promise<AccountSlices> {
  if (daysOfAll(Array.from(apps.values(), ({ all }) => all)) > maxDays) {
    throw new TooLargeError()
  }
  let bytes = 0
  const ofNetworks = new Map<number, SliceSeries[]>()
  for (const app of apps.values()) {
    bytes += bytesOf(app)
    for (const series of app.networks) {
      const ofNetwork = ofNetworks.get(series.network) ?? []
      ofNetwork.push(series)
      ofNetworks.set(series.network, ofNetwork)
    }
  }
  const all: SliceSeries[] = []
  for (const [network, series] of ofNetworks) {
    all.push(await togetherInTurns(series, network))
  }
  const ofAll = { networks: all, all: together(all) }
  return { apps, all: ofAll, networks, bytes: bytes + bytesOf(ofAll), magnitudes }
}

/** Adds up parts of the series first, so that none takes long. */
async function togetherInTurns(
  series: readonly SliceSeries[],
  network: number,
): Promise<SliceSeries> {
  let sum = series[0]!
  for (let start = 1; start < series.length; start += addedPerTurn) {
    sum = together([sum, ...series.slice(start, start + addedPerTurn)], network)
    await nextTurn()
  }
  return sum
}

/**
 * Replaces the slices of some apps.
 *
 * @param replaced apps that have only the slices in `by`
 * @throws TooLargeError
 */
export async function replaceApps(
  slices: AccountSlices,
  replaced: ReadonlySet<number>,
  by: AccountSlices,
): Promise<AccountSlices> {
  const kept = [...slices.apps].filter(([app]) => !replaced.has(app))
  return accountSlices({
    apps: new Map([...kept, ...by.apps]),
    networks: by.networks.length > slices.networks.length ? by.networks : slices.networks,
    magnitudes: slices.magnitudes.map((size, place) => size + by.magnitudes[place]!),
  })
}

const bytesOf = ({ networks, all }: AppSlices): number =>
  [...networks, all].reduce((bytes, series) => bytes + seriesBytes(series), 0)
