import { setImmediate } from 'node:timers/promises'
import type { ImportLimits } from '../import-limits.ts'
import { type Json, parseJson } from './parse-json.ts'

/** The characters that are parsed at once: some milliseconds of work. */
const partCharacters = 262_144

const quote = 34
const backslash = 92
const spaces: ReadonlySet<number> = new Set([9, 10, 13, 32])

type JsonLimits = Pick<ImportLimits, 'jsonDepth' | 'jsonMembers'>

/** A document exceeds a limit. */
export class JsonLimitError extends Error {
  override readonly name = 'JsonLimitError'
  readonly limit: keyof JsonLimits

  constructor(limit: keyof JsonLimits) {
    super(`The document exceeds the limit ${limit}.`)
    this.limit = limit
  }
}

/**
 * Parses a JSON document, and lets others run meanwhile: a container that is too long to be parsed at
 * once is taken apart into its members.
 *
 * @throws SyntaxError when the text is not JSON
 * @throws JsonLimitError
 */
export async function parseDocument(
  text: string,
  limits: JsonLimits,
  signal: AbortSignal,
): Promise<Json> {
  const pause = async () => {
    await setImmediate()
    signal.throwIfAborted()
  }
  const longEnds = await findLongContainers(text, limits, pause)
  return text.length <= partCharacters
    ? parseJson(text)
    : new DocumentReader(text, longEnds, pause).read()
}

/**
 * Where the containers that are long end, by where they begin.
 *
 * @throws JsonLimitError
 */
async function findLongContainers(
  text: string,
  { jsonDepth, jsonMembers }: JsonLimits,
  pause: () => Promise<void>,
): Promise<ReadonlySet<number>> {
  const long = new Set<number>()
  const open: number[] = []
  /** How many members the open objects have; those of lists have no limit. */
  const members: number[] = []
  let pauseAt = partCharacters
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '"') index = endOfString(text, index) - 1
    else if (character === '[' || character === '{') {
      if (open.push(index) > jsonDepth) throw new JsonLimitError('jsonDepth')
      members.push(character === '{' ? 1 : Number.NEGATIVE_INFINITY)
    } else if (character === ',') {
      if (++members[members.length - 1]! > jsonMembers) throw new JsonLimitError('jsonMembers')
    } else if (character === ']' || character === '}') {
      const start = open.pop()
      members.pop()
      if (start !== undefined && index - start >= partCharacters) long.add(start)
    }
    if (index < pauseAt) continue
    pauseAt = index + partCharacters
    await pause()
  }
  if (open.length > 0) throw new SyntaxError('Unexpected end of the document')
  return long
}

/** Reads a document whose long containers are known. */
class DocumentReader {
  readonly #text: string
  readonly #long: ReadonlySet<number>
  readonly #pause: () => Promise<void>
  #at = 0
  #pausedAt = 0

  constructor(text: string, long: ReadonlySet<number>, pause: () => Promise<void>) {
    this.#text = text
    this.#long = long
    this.#pause = pause
  }

  async read(): Promise<Json> {
    this.#skipSpace()
    const value = this.#long.has(this.#at) ? await this.#container() : this.#short()
    this.#skipSpace()
    if (this.#at < this.#text.length) throw this.#unexpected()
    return value
  }

  async #container(): Promise<Json> {
    const isList = this.#text[this.#at] === '['
    const end = isList ? ']' : '}'
    const list: Json[] = []
    const members: [string, Json][] = []
    this.#at++
    for (;;) {
      this.#skipSpace()
      const name = isList ? '' : this.#name()
      // A value that is long is taken apart as well.
      const value = this.#long.has(this.#at) ? await this.#container() : this.#short()
      if (isList) list.push(value)
      else members.push([name, value])
      if (this.#at - this.#pausedAt > partCharacters) {
        this.#pausedAt = this.#at
        await this.#pause()
      }
      this.#skipSpace()
      const next = this.#text[this.#at]
      if (next !== ',' && next !== end) throw this.#unexpected()
      this.#at++
      if (next === end) return isList ? list : Object.fromEntries(members)
    }
  }

  #name(): string {
    if (this.#text[this.#at] !== '"') throw this.#unexpected()
    const name = this.#short() as string
    this.#skipSpace()
    if (this.#text[this.#at] !== ':') throw this.#unexpected()
    this.#at++
    this.#skipSpace()
    return name
  }

  /** Parses a value that is parsed at once. */
  #short(): Json {
    const start = this.#at
    let depth = 0
    for (let index = start; ; index++) {
      const character = this.#text[index]
      const isOutside = depth === 0 && index > start
      if (character === undefined || (isOutside && /[\s,\]}:]/.test(character))) {
        this.#at = index
        break
      }
      if (character === '"') index = endOfString(this.#text, index) - 1
      else if (character === '[' || character === '{') depth++
      else if (character === ']' || character === '}') depth--
    }
    if (this.#at === start) throw this.#unexpected()
    try {
      return parseJson(this.#text.slice(start, this.#at))
    } catch (error) {
      // The message would count from the beginning of the part.
      throw new SyntaxError(`there is a fault near character ${start + 1}`, { cause: error })
    }
  }

  #skipSpace(): void {
    while (spaces.has(this.#text.charCodeAt(this.#at))) this.#at++
  }

  #unexpected(): SyntaxError {
    const found = this.#text[this.#at]
    const what = found === undefined ? 'Unexpected end' : `Unexpected ${JSON.stringify(found)}`
    return new SyntaxError(`${what} at character ${this.#at + 1}`)
  }
}

/** The position after a string's closing quote, or after the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === backslash) index++
    else if (code === quote) return index + 1
  }
  return text.length
}
