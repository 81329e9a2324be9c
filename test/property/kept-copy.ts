import { expect } from 'vitest'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { figures } from '../../src/facts/figures.ts'
import { type NumberText, parseExactly } from '../fixtures/exact-json.ts'
import { changedPath } from '../fixtures/history-site.ts'
import type { TestServer } from '../fixtures/report-server.ts'

/** How much of an answer a reader gets before it stops. */
export interface Reading {
  /** The `limit` that it asks for; null for none. */
  readonly limit: number | null
  /** The share of the answer's bytes that arrive, 0 to 1. */
  readonly share: number
}

export const wholeAnswer: Reading = { limit: null, share: 1 }

/** Counts of a row, as the texts of their numbers; null is unknown. */
type Row = Readonly<Record<string, string | NumberText | null>>

interface Line {
  readonly date: string
  readonly app_id: string
  /** The label of slices. */
  readonly network?: string
  readonly source?: string
  readonly channel?: string
  readonly rows?: readonly Row[]
  readonly cursor?: string
  readonly next_cursor?: string
  readonly has_more?: boolean
}

/** A copy of an account's facts of a kind that is kept by the list of changed slices alone. */
export class KeptCopy {
  readonly #server: Pick<TestServer, 'get'>
  readonly #bearer: string
  readonly #developer: string
  readonly #kind: FactKind
  readonly #slices = new Map<string, readonly Row[]>()
  #cursor: string | undefined
  /** Answers that ended early. */
  cutOff = 0
  checkpoints = 0

  constructor(
    server: Pick<TestServer, 'get'>,
    developer: string,
    key: string,
    kind: FactKind = figures,
  ) {
    this.#server = server
    this.#kind = kind
    this.#developer = developer
    this.#bearer = `Bearer ${key}`
  }

  /** Asks once, from the last checkpoint. @returns whether the copy has everything now */
  async read({ limit, share }: Reading): Promise<boolean> {
    const answer = await this.#server.get(
      changedPath,
      {
        developer: this.#developer,
        ...(this.#kind !== figures && { kind: this.#kind.name }),
        ...(this.#cursor !== undefined && { since: this.#cursor }),
        ...(limit !== null && { limit: String(limit) }),
      },
      { authorization: this.#bearer },
    )
    expect(answer.statusCode).toBe(200)
    const arrived = answer.rawPayload.subarray(0, Math.ceil(answer.rawPayload.length * share))
    // A line that was cut off is not applied.
    for (const text of arrived.toString().split('\n').slice(0, -1)) {
      const line = parseExactly(text) as Line
      if (line.rows) this.#apply(line, line.rows)
      else if (line.cursor !== undefined) {
        this.checkpoints++
        this.#cursor = line.cursor
      } else if (line.next_cursor !== undefined) {
        this.#cursor = line.next_cursor
        return line.has_more === false
      }
    }
    this.cutOff++
    return false
  }

  #apply({ date, app_id, network, source, channel }: Line, rows: readonly Row[]): void {
    const key = `${date} ${app_id} ${network ?? source ?? channel}`
    if (rows.length === 0) this.#slices.delete(key)
    else this.#slices.set(key, rows)
  }

  /** Every row as a line of its labels and numbers in their stored order, sorted; `-` is unknown. */
  rows(): string[] {
    const { labels, rowNumbers } = this.#kind
    const others = Object.entries(labels).slice(1)
    const lines = [...this.#slices].flatMap(([key, rows]) =>
      rows.map((row) => {
        const numbers = rowNumbers.map((name) => {
          const value = row[name] as NumberText | null
          return value === null ? '-' : value.written
        })
        return [
          key,
          ...others.map(([label, { shownAs = label }]) => row[shownAs]),
          ...numbers,
        ].join(' ')
      }),
    )
    return lines.sort()
  }
}
