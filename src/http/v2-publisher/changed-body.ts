import { type FactKind, microsOf } from '../../facts/fact-kind.ts'
import type { SliceRows } from '../../ledger/checked-rows.ts'
import type { LastChange } from '../../ledger/figure-ledger.ts'
import { type FigureRows, knownBits } from '../../ledger/slice-figures.ts'
import type { ChangedPage } from '../../ledger/walk-changed.ts'
import type { App } from '../../publishers/app.ts'
import { type ChangeList, writeChangeCursor } from '../../use-cases/report/change-cursor.ts'
import { formatDay } from '../../values/day.ts'
import { toExact } from '../../values/exact-integer.ts'
import { formatInstant } from '../../values/instant.ts'
import { type Utf8Text, Utf8Writer, utf8 } from '../answer/utf8-writer.ts'

/** The parts that the lines of changed slices are written from. */
export interface ChangedAnswer {
  readonly kind: FactKind
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

const unknown = utf8('null')
const empty = utf8('[]}\n')
const begin = utf8('[')
const comma = utf8(',')
const end = utf8(']}\n')
const endRow = utf8('}')
const moneyDecimals = 6

/** A line of JSON for each changed slice, for each checkpoint, and for the end. */
export async function* changedBody(answer: ChangedAnswer): AsyncGenerator<Uint8Array> {
  const { pages, list, appsByKeys } = answer
  const json = new Utf8Writer()
  const lines = new SliceLines(json, answer.kind, appsByKeys)
  json.string(`${JSON.stringify(answer.header)}\n`)
  let cursor = answer.since ?? writeChangeCursor(list, null)
  // A reader without a cursor is spared deletions. Cut off in the first page, it must not begin so again.
  if (answer.since === null) json.string(`${JSON.stringify({ cursor })}\n`)
  let next = await pages.next()
  try {
    while (!next.done) {
      const { removed, rows, position } = next.value
      await lines.learnApps(removed)
      for (const slice of removed) lines.removed(slice)
      for await (const parts of rows) {
        await lines.learnApps(parts.map(({ slice }) => slice))
        for (const part of parts) {
          lines.rows(part)
          yield* json.takeFull()
        }
      }
      lines.finish()
      cursor = writeChangeCursor(list, position)
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

/** A member of a row. */
interface WrittenNumber {
  readonly name: Utf8Text
  /** The stored column. */
  readonly column: string
  /** Of `FigureRows.known`; 0 for a number that is always known. */
  readonly bit: number
  readonly decimals: number
}

function numbersOf(kind: FactKind): WrittenNumber[] {
  const bits = knownBits(kind)
  const written = (member: string, column: string, decimals: number) => ({
    name: utf8(`,"${member}":`),
    column,
    bit: bits.get(column) ?? 0,
    decimals,
  })
  return [
    ...kind.countNames.map((count) => written(count, count, 0)),
    ...kind.moneyNames.flatMap((name) => [
      written(name, microsOf(name), moneyDecimals),
      written(microsOf(name), microsOf(name), 0),
    ]),
  ]
}

/** Writes the lines of slices. */
class SliceLines {
  readonly #json: Utf8Writer
  readonly #appsByKeys: ChangedAnswer['appsByKeys']
  readonly #appIds = new Map<number, string>()
  readonly #kind: FactKind
  readonly #names: RowNames
  readonly #numbers: readonly WrittenNumber[]
  /** The slice whose line is open. */
  #open: LastChange | null = null

  constructor(json: Utf8Writer, kind: FactKind, appsByKeys: ChangedAnswer['appsByKeys']) {
    this.#json = json
    this.#kind = kind
    this.#appsByKeys = appsByKeys
    this.#names = new RowNames(kind)
    this.#numbers = numbersOf(kind)
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
      [this.#kind.sliceLabel]: network,
      changed_at: formatInstant(changedAtMs),
    }
    this.#json.string(`${JSON.stringify(key).slice(0, -1)},"rows":`)
  }

  #row(rows: FigureRows, row: number): void {
    const json = this.#json
    this.#names.write(json, rows, row)
    const known = rows.known[row]!
    for (const { name, column, bit, decimals } of this.#numbers) {
      json.raw(name)
      if ((known & bit) === bit) json.number(toExact(rows.sums[column]![row]!), decimals)
      else json.raw(unknown)
    }
    json.raw(endRow)
  }
}

/** The beginnings of rows: their labels that slices do not have. Each part is encoded once. */
class RowNames {
  readonly #parts: readonly {
    readonly label: string
    readonly member: string
    readonly encoded: Map<number, Utf8Text>
  }[]

  constructor({ labels }: FactKind) {
    this.#parts = Object.entries(labels)
      .filter(([, { ofSlice }]) => !ofSlice)
      .map(([label, { shownAs = label }], place) => ({
        label,
        member: `${place === 0 ? '{' : ','}"${shownAs}":`,
        encoded: new Map(),
      }))
  }

  write(json: Utf8Writer, rows: FigureRows, row: number): void {
    for (const { label, member, encoded } of this.#parts) {
      const code = rows.codes[label]![row]!
      let part = encoded.get(code)
      if (!part) {
        part = utf8(`${member}${JSON.stringify(rows.names[label]![code])}`)
        // An account may have millions of ad tags.
        if (encoded.size < maxEncoded) encoded.set(code, part)
      }
      json.raw(part)
    }
  }
}

const maxEncoded = 10_000
