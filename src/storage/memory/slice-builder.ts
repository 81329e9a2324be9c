import type { MemoryUse } from '../../limits/memory-budget.ts'
import { countedSums } from '../../reporting/metrics.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import { nextTurn } from '../../values/turns.ts'
import { type AccountSlices, accountSlices } from './account-slices.ts'
import { copyNumbers } from './narrow.ts'
import {
  type AppSlices,
  bytesPerSeries,
  daysOfAll,
  maxDays,
  type SliceSeries,
  together,
} from './slice-series.ts'
import { TooLargeError } from './too-large-error.ts'

/** Series that are built before others have their turn: about a millisecond. */
const seriesPerTurn = 20
const networksPerApp = 65_536
const sumCount = countedSums.length
const bytesPerDay = 4 + 8 * sumCount

/** Collects slices in any order. */
export class SliceBuilder {
  readonly #use: MemoryUse
  readonly #series = new Map<number, GrowingSeries>()
  readonly #magnitudes = countedSums.map(() => 0)
  readonly #columns = countedSums.map(() => new Float64Array(2_048))
  #networks: readonly string[] = []
  #last: GrowingSeries | null = null

  /** @param use counts the memory that they take until they are built */
  constructor(use: MemoryUse) {
    this.#use = use
  }

  /** @throws TooLargeError */
  add({ rowCount, dimensions, sums }: ReportChunk): void {
    if (rowCount === 0) return
    const { day, app, network } = dimensions as Required<typeof dimensions>
    if (network.labels!.length > this.#networks.length) this.#networks = network.labels!
    for (const [place, sum] of countedSums.entries()) {
      const values = sums[sum]!
      if (this.#columns[place]!.length < rowCount) this.#columns[place] = new Float64Array(rowCount)
      const target = this.#columns[place]!
      if (values instanceof Float64Array) target.set(values)
      this.#magnitudes[place]! +=
        values instanceof Float64Array
          ? values.reduce((size, value) => size + Math.abs(value), 0)
          : copyNumbers(values, target, 0)
    }
    for (let row = 0; row < rowCount; row++) {
      this.#seriesOf(app.codes[row]!, network.codes[row]!).put(day.codes[row]!, this.#columns, row)
    }
  }

  #seriesOf(app: number, network: number): GrowingSeries {
    if (this.#last?.app === app && this.#last.network === network) return this.#last
    const key = app * networksPerApp + network
    let series = this.#series.get(key)
    if (!series) {
      series = new GrowingSeries(app, network, (bytes) => this.#grow(bytes))
      this.#series.set(key, series)
    }
    this.#last = series
    return series
  }

  #grow(bytes: number): void {
    if (!this.#use.reserve(bytes)) throw new TooLargeError()
  }

  /** Adds everything up, in turns with other work. @throws TooLargeError */
  async build(): Promise<AccountSlices> {
    const growing = new Map<number, GrowingSeries[]>()
    for (const series of this.#series.values()) {
      const ofApp = growing.get(series.app) ?? []
      ofApp.push(series)
      growing.set(series.app, ofApp)
    }
    // A sum may be far longer than the series that it is added up from.
    for (const ofApp of [[...this.#series.values()], ...growing.values()]) {
      const days = daysOfAll(ofApp)
      if (days > maxDays) throw new TooLargeError()
      if (ofApp.length > 1) this.#grow(days * bytesPerDay)
    }
    const apps = new Map<number, AppSlices>()
    let built = 0
    for (const [app, ofApp] of growing) {
      built += ofApp.length
      if (built > seriesPerTurn) {
        built = 0
        await nextTurn()
      }
      const networks = ofApp.map((series) => series.build())
      apps.set(app, { networks, all: networks.length === 1 ? networks[0]! : together(networks) })
    }
    return accountSlices({ apps, networks: this.#networks, magnitudes: this.#magnitudes })
  }
}

class GrowingSeries {
  readonly app: number
  readonly network: number
  readonly #grew: (bytes: number) => void
  /** Of the slices. */
  firstDay = Number.POSITIVE_INFINITY
  lastDay = Number.NEGATIVE_INFINITY
  /** Where the arrays begin. */
  #firstDay = 0
  #slices = new Uint32Array(0)
  /** The sums of each day beside each other. */
  #sums = new Float64Array(0)

  constructor(app: number, network: number, grew: (bytes: number) => void) {
    this.app = app
    this.network = network
    this.#grew = grew
    grew(bytesPerSeries)
  }

  put(day: number, columns: readonly Float64Array[], row: number): void {
    let place = day - this.#firstDay
    if (place < 0 || place >= this.#slices.length) {
      this.#makeRoom(day)
      place = day - this.#firstDay
    }
    if (day < this.firstDay) this.firstDay = day
    if (day > this.lastDay) this.lastDay = day
    this.#slices[place]!++
    const start = place * sumCount
    for (let sum = 0; sum < sumCount; sum++) this.#sums[start + sum]! += columns[sum]![row]!
  }

  /** Grows towards a day by half, so that days may come in any order. */
  #makeRoom(day: number): void {
    const length = this.#slices.length
    const [first, end] = length === 0 ? [day, day] : [this.#firstDay, this.#firstDay + length]
    const spare = Math.max(32, length >> 1)
    const newFirst = day < first ? day - (length === 0 ? 0 : spare) : first
    const newEnd = day >= end ? day + spare : end
    this.#grew((newEnd - newFirst - length) * bytesPerDay)
    const slices = new Uint32Array(newEnd - newFirst)
    const sums = new Float64Array((newEnd - newFirst) * sumCount)
    slices.set(this.#slices, first - newFirst)
    sums.set(this.#sums, (first - newFirst) * sumCount)
    this.#slices = slices
    this.#sums = sums
    this.#firstDay = newFirst
  }

  build(): SliceSeries {
    const { firstDay, lastDay } = this
    const first = firstDay - this.#firstDay
    const length = lastDay - firstDay + 1
    const slices = this.#slices.slice(first, first + length)
    for (let place = 1; place < length; place++) slices[place]! += slices[place - 1]!
    const sums = countedSums.map((_, sum) => {
      const upTo = new Float64Array(length)
      let total = 0
      let isZero = true
      for (let place = 0; place < length; place++) {
        const value = this.#sums[(first + place) * sumCount + sum]!
        if (value !== 0) isZero = false
        total += value
        upTo[place] = total
      }
      return isZero ? null : upTo
    })
    this.#sums = new Float64Array(0)
    return { network: this.network, firstDay, lastDay, sums, slices }
  }
}
