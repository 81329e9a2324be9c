import type { LinePart, StatementLine } from '../../settlement/statement-line.ts'

type PlannedLine = Pick<StatementLine, 'kind' | 'parts'>

/** Finds lines among many. */
export class LineIndex {
  readonly #byContent = new Map<string, StatementLine[]>()
  readonly #byPlace = new Map<string, StatementLine[]>()
  readonly #byNetwork = new Map<string, StatementLine[]>()
  readonly #byReference = new Map<string, StatementLine[]>()
  #size = 0

  constructor(lines: readonly StatementLine[]) {
    for (const line of lines) this.add(line)
  }

  add(line: StatementLine): void {
    this.#size++
    addTo(this.#byContent, contentOf(line), line)
    addTo(this.#byReference, line.reference, line)
    for (const { network, month } of line.parts) {
      addTo(this.#byPlace, `${month} ${network}`, line)
    }
    for (const network of new Set(line.parts.map((part) => part.network))) {
      addTo(this.#byNetwork, network, line)
    }
  }

  get size(): number {
    return this.#size
  }

  ofReference(reference: string): readonly StatementLine[] {
    return this.#byReference.get(reference) ?? []
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

  /** The opening balance that contains what a line is about; for an opening balance, a line that it contains. */
  countedTwice(line: PlannedLine): StatementLine | undefined {
    return line.parts
      .flatMap(({ network }) => this.#byNetwork.get(network) ?? [])
      .find((other) => isContained(line, other) || isContained(other, line))
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

/** Whether a line is about what an opening balance contains: earnings up to its month, or anything before. */
const isContained = ({ kind, parts }: PlannedLine, opening: PlannedLine): boolean =>
  kind !== 'opening' &&
  opening.kind === 'opening' &&
  parts.some((one) =>
    opening.parts.some(
      (other) =>
        meets(one, other) &&
        (one.month < other.month || (kind === 'earnings' && one.month === other.month)),
    ),
  )

const meets = (one: LinePart, other: LinePart): boolean =>
  one.network === other.network && (one.app === other.app || one.app === null || other.app === null)

const contentOf = ({ kind, amountMicros, currency, day, reference, network }: StatementLine) =>
  JSON.stringify([kind, String(amountMicros), currency, day, reference, network])

function addTo(map: Map<string, StatementLine[]>, key: string, line: StatementLine): void {
  const found = map.get(key)
  if (found) found.push(line)
  else map.set(key, [line])
}
