/** Masking shorter secrets would mask ordinary words. */
const leastCharacters = 4

/**
 * Replaces secrets in a text by `…`. Finds them as they are, in JSON and in addresses, and as base64 or
 * base64url, alone or with other text before and after, and their beginnings at the end of a text that was cut.
 * Made for messages: each character of the text takes a few hundred bytes meanwhile.
 *
 * @param secrets those of fewer than 4 characters are left alone
 */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const masked = [...secrets].filter((secret) => secret.length >= leastCharacters)
  if (masked.length === 0) return text
  const plain = [...masked, ...masked.flatMap(base64Cores)]
  const bytes = plain.map((one) => Buffer.from(one).toString('latin1'))
  const needles = new Set([...plain, ...bytes, ...bytes.map((one) => one.replaceAll(' ', '+'))])
  const views = [text, text.replace(cutEscape, '')].flatMap(viewsOf)
  const spans = views.flatMap((view) => [...needles].flatMap((needle) => spansOf(view, needle)))
  return maskSpans(text, spans)
}

/** An escape that a text ends in. */
const cutEscape = /(?:%(?:25)?[0-9a-f]?|\\(?:u[0-9a-f]{0,3})?)$/i

/** A text without its escapes. */
interface View {
  readonly text: string
  /** Where each character, and the end, begins in the original text. */
  readonly starts: readonly number[]
}

/** A text as it is, and without its escapes. */
function viewsOf(text: string): View[] {
  const written = { text, starts: Array.from({ length: text.length + 1 }, (_, index) => index) }
  const inJson = unescaped(written, jsonEscape)
  const inAddress = unescaped(inJson, addressEscape)
  // Addresses within addresses are escaped again.
  return [written, inJson, inAddress, unescaped(inAddress, addressEscape)]
}

const jsonEscape = /\\(?:u(?<hex>[0-9a-f]{4})|(?<name>["\\/nrtbf]))|./gis
/** A byte, of which a character may have several. */
const addressEscape = /%(?<hex>[0-9a-f]{2})|./gis

const jsonNames: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

/** Replaces escapes by the characters that they represent. @param pattern matches any character */
function unescaped({ text, starts }: View, pattern: RegExp): View {
  const matches = [...text.matchAll(pattern)]
  const characters = matches.map(({ 0: written, groups: { hex, name } = {} }) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return name === undefined ? written : (jsonNames[name] ?? name)
  })
  return {
    text: characters.join(''),
    starts: [...matches.map(({ index }) => starts[index]!), starts.at(-1)!],
  }
}

type Span = readonly [start: number, end: number]

/** Where a text has a secret, or ends in the beginning of one. */
function spansOf({ text, starts }: View, needle: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    spans.push([starts[at]!, starts[at + needle.length]!])
  }
  for (let length = leastCharacters; length < needle.length; length++) {
    const isCut = text.endsWith(needle.slice(0, length))
    if (isCut) spans.push([starts[text.length - length]!, Number.POSITIVE_INFINITY])
  }
  return spans
}

function maskSpans(text: string, spans: Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const [start, end] of spans.sort(([one], [other]) => one - other)) {
    if (start >= at) parts.push(text.slice(at, start), '…')
    at = Math.max(at, end)
  }
  return parts.join('') + text.slice(at)
}

/** A text's base64 at each alignment in a longer text, without the characters that it shares with others. */
function base64Cores(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [0, 1, 2].flatMap((before) => {
    const longer = Buffer.concat([Buffer.alloc(before), bytes])
    const core = [Math.ceil((8 * before) / 6), Math.floor((8 * longer.length) / 6)] as const
    return [longer.toString('base64').slice(...core), longer.toString('base64url').slice(...core)]
  })
}
