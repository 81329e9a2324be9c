import type { LastChange } from '../../ledger/figure-ledger.ts'
import { type FigureRows, figureSums, optionalCounts } from '../../ledger/slice-figures.ts'
import type { ChangedPage, SliceRows } from '../../ledger/walk-changed.ts'
import type { App } from '../../publishers/app.ts'
import { formatDay } from '../../values/day.ts'
import { toExact } from '../../values/exact-integer.ts'
import { formatInstant } from '../../values/instant.ts'
import { type Utf8Text, Utf8Writer, utf8 } from '../answer/utf8-writer.ts'
import { type ChangeList, writeCursor } from './change-cursor.ts'

/** What the lines of changed slices are written from. */
export interface ChangedAnswer {
  readonly pages: AsyncGenerator<ChangedPage, boolean, void>
  /** The cursor that the client sent; null for none. */
  readonly since: string | null
  readonly list: ChangeList
  /** The first line: the state that all slices are of. */
  readonly header: { readonly as_of: string | null; readonly currency: string }
  readonly appsByKeys: (keys: readonly number[]) => Promise<readonly App[]>
  /** Runs after the last slice. @throws when the answer is not whole */
  readonly confirm: () => Promise<void>
}

const wireNames: Readonly<Record<(typeof figureSums)[number], string>> = {
  impressions: 'impressions',
  clicks: 'clicks',
  installs: 'installs',
  requests: 'requests',
  matchedRequests: 'matched_requests',
  revenueMicros: 'revenue',
}

const counts = figureSums
  .filter((sum) => sum !== 'revenueMicros')
  .map((sum) => ({
    name: utf8(`,"${wireNames[sum]}":`),
    sum,
    bit: sum === 'impressions' ? 0 : optionalCounts[sum],
  }))
const revenue = utf8(',"revenue":')
const revenueMicros = utf8(',"revenue_micros":')
const unknown = utf8('null')
const empty = utf8('[]}\n')
const begin = utf8('[')
const comma = utf8(',')
const end = utf8(']}\n')
const endRow = utf8('}')
const revenueDecimals = 6

/** A line of JSON for each changed slice, for each checkpoint, and for the end. */
export async function* changedBody(answer: ChangedAnswer): AsyncGenerator<Uint8Array> {
  const { pages, list, appsByKeys } = answer
  const json = new Utf8Writer()
  const lines = new SliceLines(json, appsByKeys)
  json.string(`${JSON.stringify(answer.header)}\n`)
  let cursor = answer.since ?? writeCursor(list, null)
  // A reader without a cursor is spared deletions. Cut off in the first page, it must not begin so again.
  if (answer.since === null) json.string(`${JSON.stringify({ cursor })}\n`)
  let next = await pages.next()
  try {
    while (!next.done) {
      const { removed, rows, position } = next.value
      await lines.learnApps(removed)
      for (const slice of removed) lines.removed(slice)
      for await (const part of rows) {
        if (!lines.knows(part.slice)) await lines.learnApps([part.slice])
        lines.rows(part)
        yield* json.takeFull()
      }
      lines.finish()
      cursor = writeCursor(list, position)
      next = await pages.next()
      if (!next.done) json.string(`${JSON.stringify({ cursor })}\n`)
      yield* json.takeFull()
    }
    await answer.confirm()
    json.string(`${JSON.stringify({ next_cursor: cursor, has_more: next.value })}\n`)
    yield* json.takeAll()
  } finally {
    await pages.return(false)
  }
}

/** Writes the lines of slices. */
class SliceLines {
  readonly #json: Utf8Writer
  readonly #appsByKeys: ChangedAnswer['appsByKeys']
  readonly #appIds = new Map<number, string>()
  readonly #names = new RowNames()
  /** The slice whose line is open. */
  #open: LastChange | null = null

  constructor(json: Utf8Writer, appsByKeys: ChangedAnswer['appsByKeys']) {
    this.#json = json
    this.#appsByKeys = appsByKeys
  }

  knows({ position }: LastChange): boolean {
    return this.#appIds.has(position.app)
  }

  /** Looks up the app_ids of slices, which never change. */
  async learnApps(slices: readonly LastChange[]): Promise<void> {
    const keys = slices.map(({ position }) => position.app)
    const unknown = new Set(keys.filter((key) => !this.#appIds.has(key)))
    if (unknown.size === 0) return
    for (const { key, appId } of await this.#appsByKeys([...unknown])) this.#appIds.set(key, appId)
  }

  removed(slice: LastChange): void {
    this.#key(slice)
    this.#json.raw(empty)
  }

  rows({ slice, rows, start, end }: SliceRows): void {
    const isNext = slice !== this.#open
    if (isNext) {
      this.finish()
      this.#key(slice)
      this.#json.raw(begin)
      this.#open = slice
    }
    for (let row = start; row < end; row++) {
      if (row > start || !isNext) this.#json.raw(comma)
      this.#row(rows, row)
    }
  }

  /** Ends the open line. */
  finish(): void {
    if (this.#open) this.#json.raw(end)
    this.#open = null
  }

  #key({ position, network, changedAtMs }: LastChange): void {
    const appId = this.#appIds.get(position.app)
    if (appId === undefined) throw new Error(`The app ${position.app} is gone.`)
    const key = {
      date: formatDay(position.day),
      app_id: appId,
      network,
      changed_at: formatInstant(changedAtMs),
    }
    this.#json.string(`${JSON.stringify(key).slice(0, -1)},"rows":`)
  }

  #row(rows: FigureRows, row: number): void {
    const json = this.#json
    this.#names.write(json, rows, row)
    const known = rows.known[row]!
    for (const { name, sum, bit } of counts) {
      json.raw(name)
      if ((known & bit) === bit) json.number(toExact(rows.sums[sum][row]!), 0)
      else json.raw(unknown)
    }
    const micros = toExact(rows.sums.revenueMicros[row]!)
    json.raw(revenue)
    json.number(micros, revenueDecimals)
    json.raw(revenueMicros)
    json.number(micros, 0)
    json.raw(endRow)
  }
}

/** The beginnings of rows: their format, country and ad tag. Each part is encoded once. */
class RowNames {
  readonly #parts = {
    format: new Map<number, Utf8Text>(),
    country: new Map<number, Utf8Text>(),
    adTag: new Map<number, Utf8Text>(),
  }

  write(json: Utf8Writer, rows: FigureRows, row: number): void {
    json.raw(this.#part('{"format":', 'format', rows, row))
    json.raw(this.#part(',"country":', 'country', rows, row))
    json.raw(this.#part(',"ad_tag":', 'adTag', rows, row))
  }

  #part(
    member: string,
    column: 'format' | 'country' | 'adTag',
    rows: FigureRows,
    row: number,
  ): Utf8Text {
    const code = rows.codes[column][row]!
    const known = this.#parts[column].get(code)
    if (known) return known
    const encoded = utf8(`${member}${JSON.stringify(rows.names[column][code])}`)
    // An account may have millions of ad tags.
    if (this.#parts[column].size < maxEncoded) this.#parts[column].set(code, encoded)
    return encoded
  }
}

const maxEncoded = 10_000
