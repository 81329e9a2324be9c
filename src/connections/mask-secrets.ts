/** Masking shorter secrets would mask ordinary words. */
const leastCharacters = 4

/**
 * Replaces secrets in a text by `…`. Finds them as they are, in JSON and in addresses, and as base64 or
 * base64url, alone or with other text before and after, and their beginnings at the end of a text that was cut.
 * Made for messages: 32 MiB may take 20 seconds, and nothing else runs meanwhile.
 *
 * @param secrets those of fewer than 4 characters are left alone
 */
export function maskSecrets(text: string, secrets: Iterable<string>): string {
  const masked = [...secrets].filter((secret) => secret.length >= leastCharacters)
  if (masked.length === 0) return text
  const needles = [...masked, ...masked.flatMap(base64Cores)]
  const bytes = needles.map((needle) => Buffer.from(needle).toString('latin1'))
  const inQuery = bytes.filter((one) => one.includes(' ')).map((one) => one.replaceAll(' ', '+'))
  const inAddresses = [...bytes, ...inQuery]
  const found = viewsOf(text).flatMap(({ view, isAddress }) =>
    spansOf(view, isAddress ? inAddresses : needles),
  )
  const longest = Math.max(...inAddresses.map(({ length }) => length))
  const start = Math.max(0, text.length - longest * mostEscaped)
  const cut = viewsOf(text.slice(start).replace(cutEscape, '')).flatMap(({ view, isAddress }) =>
    beginningsAtEnd(view, isAddress ? inAddresses : needles),
  )
  return maskSpans(text, [...found, ...cut.map((at) => [start + at, text.length] as const)])
}

/** Characters that an escaped one takes at most. */
const mostEscaped = 6

/** An escape that a text ends in. */
const cutEscape = /(?:%(?:25)?[0-9a-f]?|\\(?:u[0-9a-f]{0,3})?)$/i

/** A text as it is, and without its escapes. */
function viewsOf(text: string): { readonly view: View; readonly isAddress: boolean }[] {
  const written: View = { text, origin: (index) => index }
  const inJson = unescaped(written, jsonEscape, jsonUnit)
  const inAddress = unescaped(inJson, addressEscape, addressUnit)
  // Addresses within addresses are escaped again.
  const inInner = unescaped(inAddress, addressEscape, addressUnit)
  return [
    { view: written, isAddress: false },
    { view: inJson, isAddress: false },
    { view: inAddress, isAddress: true },
    { view: inInner, isAddress: true },
  ]
}

/** A text without its escapes. */
interface View {
  readonly text: string
  /** Where in the original text a character, or the end, comes from. */
  readonly origin: (index: number) => number
}

type Span = readonly [start: number, end: number]

const jsonEscape = /\\(?:u([0-9a-f]{4})|(["\\/nrtbf]))/gi
const jsonNames: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const jsonUnit = ([, hex, name]: RegExpExecArray): string =>
  hex === undefined ? (jsonNames[name!] ?? name!) : String.fromCharCode(Number.parseInt(hex, 16))

const addressEscape = /%([0-9a-f]{2})/gi
/** A byte, of which a character may have several. */
const addressUnit = ([, hex]: RegExpExecArray): string =>
  String.fromCharCode(Number.parseInt(hex!, 16))

/** Replaces escapes by the characters that they represent. */
function unescaped(view: View, pattern: RegExp, unit: (match: RegExpExecArray) => string): View {
  const parts: string[] = []
  /** Where escapes ended: in the new text, and in the old. */
  const ends: Span[] = [[0, 0]]
  let length = 0
  let at = 0
  for (const match of view.text.matchAll(pattern)) {
    parts.push(view.text.slice(at, match.index), unit(match))
    length += match.index - at + 1
    at = match.index + match[0].length
    ends.push([length, at])
  }
  if (at === 0) return view
  parts.push(view.text.slice(at))
  return {
    text: parts.join(''),
    origin: (index) => {
      const [end, oldEnd] = ends[lastAtMost(ends, index)]!
      return view.origin(oldEnd + index - end)
    },
  }
}

/** The index of the last end that is not after a position. */
function lastAtMost(ends: readonly Span[], position: number): number {
  let [low, high] = [0, ends.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (ends[middle]![0] <= position) low = middle
    else high = middle - 1
  }
  return low
}

function spansOf({ text, origin }: View, needles: readonly string[]): Span[] {
  const spans: Span[] = []
  for (const needle of needles) {
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
      spans.push([origin(at), origin(at + needle.length)])
    }
  }
  return spans
}

/** Where the beginnings of secrets begin that a text was cut in. */
function beginningsAtEnd({ text, origin }: View, needles: readonly string[]): number[] {
  return needles.flatMap((needle) => {
    for (let length = needle.length - 1; length >= leastCharacters; length--) {
      if (text.endsWith(needle.slice(0, length))) return [origin(text.length - length)]
    }
    return []
  })
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
