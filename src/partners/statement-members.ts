import { parseDecimal } from '../values/decimal.ts'
import { isPlainText } from '../values/plain-text.ts'
import { refuse } from './statement-refusals.ts'

const maxCharactersShown = 200
const maxAmountMicros = 2n ** 63n - 1n

const amountAccepts =
  'a decimal such as -1234.57, as text without zeros at its end, with at most 6 places and at most 9223372036854.775807'

/** The members of an object in the file of a statement. Each of them is read or refused. */
export class Members {
  readonly #file: string
  readonly #path: string
  readonly #members: Readonly<Record<string, unknown>>

  /** @throws Refusal `statement_member_refused` unless the value is an object with exactly these members */
  constructor(file: string, path: string, value: unknown, names: readonly string[]) {
    this.#file = file
    this.#path = path
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject) throw refusedMember(file, path, value, `an object with ${names.join(', ')}`)
    this.#members = { ...value }
    const unknown = Object.keys(value).find((name) => !names.includes(name))
    if (unknown === undefined) return
    throw refusedMember(file, this.#pathOf(unknown), this.#members[unknown], 'no such member')
  }

  /** @param accepts says what is accepted, for error texts */
  text(name: string, accepts: string, isAccepted: (text: string) => boolean): string {
    const value = this.#members[name]
    if (typeof value === 'string' && isAccepted(value)) return value
    throw this.refused(name, accepts)
  }

  /** Text for people: as names of apps, it may have line breaks and tabs. */
  words(name: string, minCharacters: number, maxCharacters: number): string {
    const accepts = `${minCharacters} to ${maxCharacters} characters, without characters that control a terminal or the direction of text`
    return this.text(
      name,
      accepts,
      (text) =>
        text.length >= minCharacters &&
        text.length <= maxCharacters &&
        text.isWellFormed() &&
        isPlainText(text.replace(/[\r\n\t]/g, ' ')),
    )
  }

  /** Whether a member is null, and not missing. */
  isNull(name: string): boolean {
    return this.#members[name] === null
  }

  /** @returns micros */
  amount(name: string): bigint {
    const text = this.#members[name]
    const micros = typeof text === 'string' ? readMicros(text) : null
    if (micros === null) throw this.refused(name, amountAccepts)
    return micros
  }

  wholeNumber(name: string): number {
    const value = this.#members[name]
    if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number
    throw this.refused(name, 'a whole number from 0 to 9007199254740991')
  }

  object(name: string, names: readonly string[]): Members {
    return new Members(this.#file, this.#pathOf(name), this.#members[name], names)
  }

  /** @returns the objects of a list */
  list(name: string, maxItems: number, names: readonly string[]): Members[] {
    const value = this.#members[name]
    if (!Array.isArray(value)) throw this.refused(name, 'a list')
    if (value.length > maxItems) {
      const shown = `${value.length} items`
      throw refusedMember(this.#file, this.#pathOf(name), shown, `at most ${maxItems} items`)
    }
    return value.map(
      (item, place) => new Members(this.#file, `${this.#pathOf(name)}[${place}]`, item, names),
    )
  }

  /** The refusal of a member. */
  refused(name: string, accepts: string) {
    return refusedMember(this.#file, this.#pathOf(name), this.#members[name], accepts)
  }

  #pathOf(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }
}

/** @param value undefined for a missing one */
export function refusedMember(file: string, member: string, value: unknown, accepts: string) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? null)
  const shown = text === null ? null : text.slice(0, maxCharactersShown).toWellFormed()
  return refuse('statement_member_refused', {
    file,
    member: member.slice(0, maxCharactersShown),
    value: shown,
    accepts,
  })
}

function readMicros(text: string): bigint | null {
  const decimal = text.length <= 21 ? parseDecimal(text) : null
  if (decimal === null || decimal.places > 6) return null
  const micros = BigInt(decimal.units) * 10n ** BigInt(6 - decimal.places)
  return micros > maxAmountMicros || micros < -maxAmountMicros ? null : micros
}
