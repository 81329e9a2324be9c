import type { LinePart, StatementLine } from '../../settlement/statement-line.ts'

/** Finds lines among many. */
export class LineIndex {
  readonly #byContent = new Map<string, StatementLine[]>()
  readonly #byPlace = new Map<string, StatementLine[]>()
  readonly #byNetwork = new Map<string, StatementLine[]>()
  readonly #all: StatementLine[] = []

  constructor(lines: readonly StatementLine[]) {
    for (const line of lines) this.add(line)
  }

  add(line: StatementLine): void {
    this.#all.push(line)
    addTo(this.#byContent, contentOf(line), line)
    for (const { network, month } of line.parts) {
      addTo(this.#byPlace, `${month} ${network}`, line)
    }
    for (const network of new Set(line.parts.map((part) => part.network))) {
      addTo(this.#byNetwork, network, line)
    }
  }

  get all(): readonly StatementLine[] {
    return this.#all
  }

  /** Lines that are about a network, in the order of days, then ids. */
  ofNetwork(network: string): StatementLine[] {
    const own = this.#byNetwork.get(network) ?? []
    return [...own].sort((a, b) => a.day - b.day || a.id - b.id)
  }

  ofMonth({ network, month }: Pick<LinePart, 'network' | 'month'>): readonly StatementLine[] {
    return this.#byPlace.get(`${month} ${network}`) ?? []
  }

  /** A line with the same amount, day, reference and place. A line without a place may have any. */
  same(line: StatementLine): StatementLine | undefined {
    const [part] = line.parts
    return this.#byContent.get(contentOf(line))?.find(({ parts: [other] }) => {
      if (!part || !other) return true
      return part.network === other.network && part.month === other.month && part.app === other.app
    })
  }

  /** A bill for the same network, month and app. One file may have several invoices of a month. */
  overlapping(line: StatementLine): StatementLine | undefined {
    const { kind, reference } = line
    if (kind !== 'earnings' && kind !== 'opening') return undefined
    const isOther = (other: StatementLine) =>
      other.kind === kind && (other.importId !== line.importId || other.reference === reference)
    return line.parts
      .flatMap((part) => {
        const place = kind === 'opening' ? this.ofNetwork(part.network) : this.ofMonth(part)
        return place.filter(
          (other) => isOther(other) && other.parts.some((one) => meets(one, part)),
        )
      })
      .at(0)
  }
}

const meets = (one: LinePart, other: LinePart): boolean =>
  one.network === other.network && (one.app === other.app || one.app === null || other.app === null)

const contentOf = ({ kind, amountMicros, currency, day, reference, network }: StatementLine) =>
  JSON.stringify([kind, String(amountMicros), currency, day, reference, network])

function addTo(map: Map<string, StatementLine[]>, key: string, line: StatementLine): void {
  const found = map.get(key)
  if (found) found.push(line)
  else map.set(key, [line])
}
