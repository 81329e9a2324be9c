/** A key at the top of a TOML document. */
export interface TomlEntry {
  readonly key: string
  readonly value: unknown
  /** Where it is written, from 1. */
  readonly line: number
}

/** A document, or the first place where it is no TOML. */
export type TomlDocument =
  | { readonly entries: readonly TomlEntry[] }
  | { readonly line: number; readonly fault: string }

/** Each line is one more document to parse. */
const maxLines = 1_000

/** Reads a TOML document with the lines of its keys. A fault never quotes the document. */
export async function parseToml(text: string): Promise<TomlDocument> {
  const { parse, TomlError } = await import('smol-toml')
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines.length > maxLines) {
    return { line: maxLines + 1, fault: `has more than ${maxLines} lines` }
  }
  const whole = lines.join('\n')
  try {
    const lineOf = linesOfKeys(lines, parse)
    const entries = Object.entries(parse(whole)).map(([key, value]) => ({
      key,
      value,
      line: lineOf.get(key) ?? 1,
    }))
    return { entries }
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    // The message goes on with lines of the document, which may contain a password.
    const [first = ''] = error.message.split('\n')
    const reason = first.replace(/^Invalid TOML document: /, '')
    return {
      line: error.line,
      fault: `${reason}. Write name = "text", or name = 17 for a number`,
    }
  }
}

/**
 * The parser tells no lines of keys. A key is written on the line after the longest beginning of the document that
 * is TOML and does not have it.
 */
function linesOfKeys(
  lines: readonly string[],
  parse: (text: string) => object,
): ReadonlyMap<string, number> {
  const lineOf = new Map<string, number>()
  let complete = 0
  for (const [index, line] of lines.entries()) {
    const isBlank = /^\s*(#.*)?$/.test(line)
    const keys = isBlank ? [] : keysOf(lines.slice(0, index + 1).join('\n'), parse)
    if (keys === null) continue
    for (const key of keys) if (!lineOf.has(key)) lineOf.set(key, complete + 1)
    complete = index + 1
  }
  return lineOf
}

/** @returns null for an incomplete document */
function keysOf(text: string, parse: (text: string) => object): string[] | null {
  try {
    return Object.keys(parse(text))
  } catch {
    return null
  }
}
