/** Rows of a slice: impressions by country. */
export type Rows = ReadonlyMap<string, number>

/** Where a slice belongs, without its app: the report, empty for counted figures, the day and the network. */
export interface Place {
  readonly report: string
  readonly day: string
  readonly network: string
}

export interface NaiveRow extends Place {
  readonly app: string
  readonly country: string
  readonly impressions: number
}

/** An entry of the ledger, and everything that it states about slices. */
interface Entry {
  readonly kind: 'import' | 'deletion' | 'merge'
  /** The rows of each slice after it, by place and app. */
  readonly says: ReadonlyMap<string, Rows>
  /** Apps that have no figures after it, wherever they had or had not any. */
  readonly ended: ReadonlySet<string>
  readonly into?: string
}

const none: Rows = new Map()
const sliceOf = ({ report, day, network }: Place, app: string) =>
  [report, day, app, network].join(' ')

/**
 * The figures of one account as its ledger states them: every slice has what the last entry said of it that is not
 * undone. An entry keeps what it said when it was made, so undos have no order.
 */
export class NaiveLedger {
  readonly #entries = new Map<number, Entry>()
  readonly #undone = new Set<number>()
  /** The entry that ended each app that does not exist. */
  readonly #endedBy = new Map<string, number>()

  /** The app that rows of an app belong to; null when there is none. */
  resolve(app: string): string | null {
    const ended = this.#endedBy.get(app)
    if (ended === undefined) return app
    const { into } = this.#entries.get(ended)!
    return into === undefined ? null : this.resolve(into)
  }

  exists(app: string): boolean {
    return !this.#endedBy.has(app)
  }

  /** The ids of entries that are not undone. */
  get notUndone(): number[] {
    return [...this.#entries.keys()].filter((id) => !this.#undone.has(id))
  }

  /** Rows of apps that resolve to none are refused before. */
  import(id: number, rows: readonly NaiveRow[], isPartial: boolean): void {
    const says = new Map<string, Rows>()
    const current = this.#current()
    for (const row of rows) {
      const app = this.resolve(row.app)!
      const slice = sliceOf(row, app)
      const sums = new Map(says.get(slice) ?? (isPartial ? current.get(slice) : none))
      sums.set(row.country, (sums.get(row.country) ?? 0) + row.impressions)
      says.set(slice, sums)
      for (const one of this.#mergedInto(app)) says.set(sliceOf(row, one), none)
    }
    this.#entries.set(id, { kind: 'import', says, ended: new Set() })
  }

  /** The slices that a deletion of figures would end. */
  found(isMatch: (place: Place, app: string) => boolean): string[] {
    return [...this.#current().keys()].filter((slice) => {
      const [report, day, app, network] = slice.split(' ') as [string, string, string, string]
      return isMatch({ report, day, network }, app)
    })
  }

  delete(id: number, slices: readonly string[]): void {
    const says = new Map<string, Rows>()
    for (const slice of slices) {
      const [report, day, app, network] = slice.split(' ') as [string, string, string, string]
      for (const one of [app, ...this.#mergedInto(app)]) {
        says.set(sliceOf({ report, day, network }, one), none)
      }
    }
    this.#entries.set(id, { kind: 'deletion', says, ended: new Set() })
  }

  /** Deletes an app, or merges it. */
  end(id: number, app: string, into?: string): void {
    const says = new Map<string, Rows>()
    const current = this.#current()
    for (const [slice, rows] of into === undefined ? [] : current) {
      const [report, day, of, network] = slice.split(' ') as [string, string, string, string]
      if (of !== app) continue
      const target = sliceOf({ report, day, network }, into!)
      const sums = new Map(current.get(target) ?? none)
      for (const [country, impressions] of rows) {
        sums.set(country, (sums.get(country) ?? 0) + impressions)
      }
      says.set(target, sums)
      for (const one of this.#mergedInto(into!)) {
        says.set(sliceOf({ report, day, network }, one), none)
      }
    }
    const ended = new Set([app, ...this.#mergedInto(app)])
    const kind = into === undefined ? 'deletion' : 'merge'
    this.#entries.set(id, { kind, says, ended, ...(into !== undefined && { into }) })
    this.#endedBy.set(app, id)
  }

  /** An apps file names a deleted app again. */
  bringBack(app: string): void {
    this.#endedBy.delete(app)
  }

  /** Whether the app that a merge added figures to has ended since. */
  isBuiltUpon(id: number): boolean {
    const { into } = this.#entries.get(id)!
    return into !== undefined && this.#endedBy.has(into)
  }

  undo(id: number): void {
    this.#undone.add(id)
    for (const [app, entry] of this.#endedBy) if (entry === id) this.#endedBy.delete(app)
  }

  /** All figures as `report day app network country impressions`, sorted. */
  figures(): string[] {
    return [...this.#current()]
      .flatMap(([slice, rows]) => [...rows].map((row) => [slice, ...row].join(' ')))
      .sort()
  }

  /** The apps whose rows go to an app. */
  #mergedInto(app: string): string[] {
    return [...this.#endedBy.keys()].filter((one) => this.resolve(one) === app)
  }

  #current(): Map<string, Rows> {
    const current = new Map<string, Rows>()
    for (const [id, { says, ended }] of this.#entries) {
      if (this.#undone.has(id)) continue
      for (const [slice, rows] of says) current.set(slice, rows)
      for (const slice of current.keys()) {
        if (ended.has(slice.split(' ')[2]!)) current.delete(slice)
      }
    }
    for (const [slice, rows] of current) if (rows.size === 0) current.delete(slice)
    return current
  }
}
