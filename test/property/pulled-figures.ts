import { queryReport } from '../../src/use-cases/report/query-report.ts'
import { formatDay } from '../../src/values/day.ts'
import type { PulledSite } from '../connections/pulled-site.ts'
import type { TruthRow } from '../fake-networks/truth.ts'

/** Impressions and micros by day, network, app and platform. */
export class PulledFigures {
  readonly #sums = new Map<string, readonly [number, number]>()

  static ofTruth(rows: readonly TruthRow[]): PulledFigures {
    const figures = new PulledFigures()
    for (const { day, network, app, impressions, revenueMicros } of rows) {
      const key = [formatDay(day), network, app.name, app.platform].join(' ')
      figures.#add(key, impressions, revenueMicros)
    }
    return figures
  }

  /** The figures that Adtally counts since a day. */
  static async counted(
    { installation: { call } }: PulledSite,
    startDate: string,
    endDate: string,
  ): Promise<PulledFigures> {
    const figures = new PulledFigures()
    const { rows } = await call(queryReport, {
      username: 'studio',
      question: {
        start_date: [startDate],
        end_date: [endDate],
        dimensions: ['date', 'network', 'app_name', 'platform'],
        metrics: ['impressions', 'revenue_micros'],
      },
    })
    for (const row of rows) {
      const [impressions, micros] = row.slice(4).map(Number)
      figures.#add(row.slice(0, 4).join(' '), impressions!, micros!)
    }
    return figures
  }

  /** Those of a day and network. */
  of(day: string, network: string): PulledFigures {
    const found = new PulledFigures()
    for (const [key, sums] of this.#sums) {
      if (key.startsWith(`${day} ${network} `)) found.#add(key, ...sums)
    }
    return found
  }

  /** These, and those of others that these do not have. */
  or(others: PulledFigures): PulledFigures {
    const both = new PulledFigures()
    for (const [key, sums] of [...others.#sums, ...this.#sums]) both.#sums.set(key, sums)
    return both
  }

  without(others: PulledFigures): PulledFigures {
    const left = new PulledFigures()
    for (const [key, sums] of this.#sums) if (!others.#sums.has(key)) left.#sums.set(key, sums)
    return left
  }

  /** Whether others have so much less that nobody believes them at once. */
  isMuchMoreThan(others: PulledFigures): boolean {
    if (this.without(others).#sums.size > 0) return true
    return this.#total(0) > others.#total(0) * 2 || this.#total(1) > others.#total(1) * 2
  }

  get isEmpty(): boolean {
    return this.#sums.size === 0
  }

  /** Sorted lines. */
  get lines(): string[] {
    return [...this.#sums].map(([key, sums]) => [key, ...sums].join(' ')).sort()
  }

  #total(index: 0 | 1): number {
    return [...this.#sums.values()].reduce((sum, sums) => sum + sums[index], 0)
  }

  #add(key: string, impressions: number, micros: number): void {
    const [sum, sumMicros] = this.#sums.get(key) ?? [0, 0]
    this.#sums.set(key, [sum + impressions, sumMicros + micros])
  }
}
