import sax from 'sax'
import { Refusal } from '../../../values/refusal.ts'
import { refuse } from '../../refusals.ts'
import { limitExceeded, type Reading } from '../reading.ts'

/** Hears what is in an XML document. Names are without prefixes, which differ from writer to writer. */
export interface XmlListener {
  readonly opened?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly closed?: (name: string) => void
}

/** Elements within each other, of which the parser remembers each. Workbooks have a dozen. */
const maxDepth = 100

/**
 * Parses a part of a workbook piece by piece, so that others run meanwhile.
 *
 * @param file the workbook, for error texts
 * @returns yields after each piece
 * @throws Refusal `workbook_unreadable`, or `limit_exceeded` for a text or tag that is too long
 */
export async function* parseXml(
  file: string,
  part: AsyncIterable<Buffer>,
  listener: XmlListener,
  reading: Reading,
): AsyncGenerator<void> {
  const { limits, signal } = reading
  let sinceEvent = 0
  let depth = 0
  const parser = sax.parser(true)
  parser.onopentag = ({ name, attributes }) => {
    sinceEvent = 0
    if (++depth > maxDepth) throw damagedWorkbook(file)
    listener.opened?.(localName(name), attributes as Record<string, string>)
  }
  parser.ontext = (text) => listener.text?.(text)
  parser.oncdata = parser.ontext
  parser.onclosetag = (name) => {
    sinceEvent = 0
    depth--
    listener.closed?.(localName(name))
  }
  parser.onerror = (error) => {
    throw error
  }
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const piece of part) {
    signal.throwIfAborted()
    sinceEvent += piece.length
    guarded(file, () => parser.write(decoder.decode(piece, { stream: true })))
    if (sinceEvent > limits.lineBytes) throw limitExceeded(file, 'lineBytes', reading)
    yield
  }
  guarded(file, () => parser.write(decoder.decode()).close())
  yield
}

/** Parses a small part to its end. */
export async function parseWhole(
  file: string,
  part: AsyncIterable<Buffer>,
  listener: XmlListener,
  reading: Reading,
): Promise<void> {
  for await (const _piece of parseXml(file, part, listener, reading));
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

export const damagedWorkbook = (file: string, cause?: unknown): Refusal =>
  refuse('workbook_unreadable', { file, fault: 'damaged' }, { cause })

/** An error of the parser is the file's fault; a refusal by a listener stays as it is. */
function guarded(file: string, parse: () => void): void {
  try {
    parse()
  } catch (error) {
    throw error instanceof Refusal ? error : damagedWorkbook(file, error)
  }
}
