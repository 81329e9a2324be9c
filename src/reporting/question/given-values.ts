import type { ParameterFault } from './question-error.ts'

/**
 * Parameters as a client wrote them, by name. In a `query` every value is text, lists are separated by
 * commas or repeat the parameter, and every other parameter is given once. In `json` lists are arrays.
 */
export interface GivenParameters {
  readonly notation: 'query' | 'json'
  readonly values: Readonly<Record<string, unknown>>
}

/** The most values of one list. */
export const maxValues = 1_000
/** How many characters of a value a refusal quotes, and how many values. */
const shownCharacters = 100
const shownValues = 5

/** Reads parameters one by one, and collects what is wrong with them. */
export class ParameterReader {
  readonly #given: GivenParameters
  readonly faults: ParameterFault[] = []

  constructor(given: GivenParameters) {
    this.#given = given
  }

  /** The names of all given parameters. */
  get names(): string[] {
    return Object.keys(this.#given.values)
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#given.values, name) && this.#given.values[name] !== undefined
  }

  refuse(parameter: string, message: string): null {
    this.faults.push({ parameter: parameter.slice(0, shownCharacters), message })
    return null
  }

  /**
   * Reads a parameter with one value.
   *
   * @param read returns null for a value that is not accepted
   * @param accepts the accepted values, for error texts
   * @returns null when it is absent or not accepted
   */
  one<Value>(name: string, read: (text: string) => Value | null, accepts: string): Value | null {
    const value = this.#value(name)
    if (value === undefined) return null
    if (Array.isArray(value)) {
      return this.refuse(
        name,
        value.length > 1 ? `is repeated; pass it once: ${accepts}` : `must be no list: ${accepts}`,
      )
    }
    if (value === '') return this.refuse(name, emptyMessage(accepts))
    const text = this.#text(value, name === 'limit')
    if (text === null && name === 'limit') {
      return this.refuse(name, `must be a number, without quotes: ${accepts}`)
    }
    const found = text === null ? null : read(text)
    return found ?? this.refuse(name, `${shown(value)} is not accepted: ${accepts}`)
  }

  /**
   * Reads a list.
   *
   * @param read returns null for a value that is not accepted
   * @param nearest what a value that is not accepted may mean; null when nothing is near
   * @returns null when it is absent; what is accepted of it otherwise
   */
  list<Value>(
    name: string,
    read: (text: string) => Value | null,
    accepts: string,
    nearest: (text: string) => string | null = () => null,
  ): Value[] | null {
    const value = this.#value(name)
    if (value === undefined) return null
    if (this.#given.notation === 'json' && !Array.isArray(value)) {
      return this.refuse(name, `must be an array: ${accepts}`)
    }
    return this.values(name, this.#items(value), read, accepts, nearest)
  }

  /** Reads the values of a list; see {@link list}. */
  values<Value>(
    name: string,
    items: readonly unknown[],
    read: (text: string) => Value | null,
    accepts: string,
    nearest: (text: string) => string | null = () => null,
  ): Value[] | null {
    if (items.length > maxValues) {
      return this.refuse(name, `has ${items.length} values; at most ${maxValues} are accepted`)
    }
    const found: Value[] = []
    const bad: unknown[] = []
    for (const item of items) {
      const one = typeof item === 'string' ? read(item) : null
      if (one === null) bad.push(item)
      else found.push(one)
    }
    if (bad.length > 0) {
      const first = bad.slice(0, shownValues)
      const named = first.map(shown).join(', ')
      const more = bad.length > first.length ? ` and ${bad.length - first.length} more` : ''
      const are = bad.length > 1 ? 'are' : 'is'
      const meant = new Set(first.map((one) => typeof one === 'string' && nearest(one)))
      const near = [...meant].filter((one) => typeof one === 'string')
      const advice = near.length > 0 ? `did you mean ${near.join(', ')}? It takes ` : ''
      if (items.length === 1 && items[0] === '') this.refuse(name, emptyMessage(accepts))
      else this.refuse(name, `${named}${more} ${are} not accepted: ${advice}${accepts}`)
    }
    return found
  }

  #value(name: string): unknown {
    return this.has(name) ? this.#given.values[name] : undefined
  }

  #items(value: unknown): unknown[] {
    const parts = [value].flat()
    if (this.#given.notation === 'json') return parts
    return parts.flatMap((part) => String(part).split(','))
  }

  #text(value: unknown, isNumber: boolean): string | null {
    if (this.#given.notation === 'query' || !isNumber) {
      return typeof value === 'string' ? value : null
    }
    return typeof value === 'number' ? String(value) : null
  }
}

/** An empty variable in a script would ask for something else. */
export const emptyMessage = (accepts: string): string =>
  `is empty; leave it out, or pass ${accepts}`

/** The beginning of a value, in quotes if it is text. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, shownCharacters))
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
