/** Rows of a slice: impressions by country. */
export type Rows = ReadonlyMap<string, number>

/** The roles of a slice for the rule that counts each revenue once, the strongest first; a merge has the strongest. */
export const roles = ['own', 'add', 'auto', 'plain'] as const
export type Role = (typeof roles)[number]

interface Said {
  readonly rows: Rows
  readonly role: Role
}

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
  /** The rows and role of each slice after it, by place and app. */
  readonly says: ReadonlyMap<string, Said>
  /** Apps that have no figures after it, wherever they had or had not any. */
  readonly ended: ReadonlySet<string>
  readonly into?: string
}

const none: Said = { rows: new Map(), role: 'plain' }
const sliceOf = ({ report, day, network }: Place, app: string) =>
  [report, day, app, network].join(' ')

function placeOf(slice: string): Place & { readonly app: string } {
  const [report, day, app, network] = slice.split(' ') as [string, string, string, string]
  return { report, day, app, network }
}

/** The rows of some slices added up, in the strongest of their roles. */
function sumOf(all: readonly Said[]): Said {
  const rows = new Map<string, number>()
  for (const [country, impressions] of all.flatMap((one) => [...one.rows])) {
    rows.set(country, (rows.get(country) ?? 0) + impressions)
  }
  const found = all.filter((one) => one.rows.size > 0)
  return { rows, role: roles.find((role) => found.some((one) => one.role === role)) ?? 'plain' }
}

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
  import(id: number, rows: readonly NaiveRow[], isPartial: boolean, role: Role = 'plain'): void {
    const current = this.#current()
    const bySlice = Map.groupBy(rows, (row) => sliceOf(row, this.resolve(row.app)!))
    const says = [...bySlice].flatMap(([slice, found]) => {
      const added = found.map(({ country, impressions }) => ({
        rows: new Map([[country, impressions]]),
        role,
      }))
      const before = isPartial ? [current.get(slice) ?? none] : []
      return this.#saying(slice, { ...sumOf([...before, ...added]), role })
    })
    this.#entries.set(id, { says: new Map(says), ended: new Set() })
  }

  /** Of a deletion, or of other rates of the same rows. */
  restate(id: number, slices: readonly string[], isDeleted: boolean): void {
    const current = this.#current()
    const says = slices.flatMap((slice) =>
      this.#saying(slice, isDeleted ? none : current.get(slice)!),
    )
    this.#entries.set(id, { says: new Map(says), ended: new Set() })
  }

  /** The slices that a deletion of figures would end. */
  found(isMatch: (place: Place, app: string) => boolean): string[] {
    return [...this.#current().keys()].filter((slice) =>
      isMatch(placeOf(slice), placeOf(slice).app),
    )
  }

  /** The same of a deletion of what counts, which deletes the rows of mediations from their reports. */
  foundCounting(isMatch: (place: Place, app: string) => boolean): string[] {
    const slices = this.#counting().map(([slice]) => slice)
    return slices.filter((slice) => isMatch(placeOf(slice), placeOf(slice).app))
  }

  /** Deletes an app, or merges it. */
  end(id: number, app: string, into?: string): void {
    const current = this.#current()
    const says = [...(into === undefined ? [] : current)].flatMap(([slice, said]) => {
      if (placeOf(slice).app !== app) return []
      const target = sliceOf(placeOf(slice), into!)
      return this.#saying(target, sumOf([current.get(target) ?? none, said]))
    })
    const ended = new Set([app, ...this.#mergedInto(app)])
    this.#entries.set(id, { says: new Map(says), ended, ...(into !== undefined && { into }) })
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
    return linesOf(this.#current())
  }

  /** The figures that count, in the same way. */
  counted(): string[] {
    const places = Map.groupBy(this.#counting(), ([slice]) => {
      const { app, ...place } = placeOf(slice)
      return sliceOf({ ...place, report: '' }, app)
    })
    return linesOf(
      new Map([...places].map(([slice, found]) => [slice, sumOf(found.map(([, said]) => said))])),
    )
  }

  /**
   * The slices that count: of a network and day with figures of its own, only these, otherwise also the rows of
   * mediations, which are in their secondary reports.
   */
  #counting(): [string, Said][] {
    const current = [...this.#current()]
    const groupOf = ({ day, network }: Place) => `${day} ${network}`
    const own = new Set(
      current.flatMap(([slice, { role }]) => (role === 'own' ? [groupOf(placeOf(slice))] : [])),
    )
    return current.filter(([slice, { role }]) => {
      const place = placeOf(slice)
      return place.report === '' || (role !== 'plain' && !own.has(groupOf(place)))
    })
  }

  /** An entry says the same of the apps that were merged: that they have no slice of their own. */
  #saying(slice: string, said: Said): [string, Said][] {
    const place = placeOf(slice)
    const merged = this.#mergedInto(place.app).map((one) => sliceOf(place, one))
    return [[slice, said], ...merged.map((one): [string, Said] => [one, none])]
  }

  /** The apps whose rows go to an app. */
  #mergedInto(app: string): string[] {
    return [...this.#endedBy.keys()].filter((one) => this.resolve(one) === app)
  }

  #current(): Map<string, Said> {
    const current = new Map<string, Said>()
    for (const [id, { says, ended }] of this.#entries) {
      if (this.#undone.has(id)) continue
      for (const [slice, said] of says) current.set(slice, said)
      for (const slice of current.keys()) if (ended.has(placeOf(slice).app)) current.delete(slice)
    }
    for (const [slice, { rows }] of current) if (rows.size === 0) current.delete(slice)
    return current
  }
}

const linesOf = (slices: ReadonlyMap<string, Said>): string[] =>
  [...slices]
    .flatMap(([slice, { rows }]) => [...rows].map((row) => [slice, ...row].join(' ')))
    .sort()
