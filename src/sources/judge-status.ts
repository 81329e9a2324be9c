import type { Answer, Fault, FaultKind } from './connector.ts'
import { textAt } from './readers/read-json.ts'

/** How much of an answer's text a message shows. */
const shownCharacters = 200

const kinds: Readonly<Record<number, FaultKind>> = {
  401: 'log-in-again',
  403: 'credential-refused',
  408: 'try-later',
  425: 'try-later',
  429: 'slow-down',
}

/**
 * Judges an answer by its HTTP status alone, as most networks mean it. Connectors whose networks say more,
 * or answer 200 to errors, look at the body first.
 *
 * @param words the network's own words; those of its JSON, or else the beginning of the answer, when absent
 * @returns null for a status of 200 to 299
 */
export function judgeStatus(answer: Answer, words = wordsIn(answer)): Fault | null {
  const { status } = answer
  if (status >= 200 && status < 300) return null
  const isOfProxy = status === 403 && answer.header('content-type').startsWith('text/html')
  const byStatus = kinds[status] ?? (status >= 500 ? 'try-later' : 'request-refused')
  // A proxy that protects a network's servers answers with a page, whatever the credentials are.
  const kind = isOfProxy ? 'try-later' : byStatus
  const waitMs = kind === 'slow-down' ? retryAfterMs(answer.header('retry-after')) : null
  return {
    kind,
    message: `answered ${status}${words && `: ${words.replace(/\s+/g, ' ').slice(0, shownCharacters)}`}`,
    ...(waitMs !== null && { waitMs }),
  }
}

/** Where networks' JSON has what they say. */
const placesOfWords = [
  ['message'],
  ['msg'],
  ['error', 'message'],
  ['error_description'],
  ['error'],
  ['errors', 0, 'message'],
  ['errors', 0, 'msg'],
] as const

function wordsIn({ json, text }: Answer): string {
  const found = placesOfWords.map((place) => textAt(json ?? undefined, ...place))
  return found.find((words) => words !== '') ?? text
}

/** @returns null when the header tells no seconds or date */
function retryAfterMs(text: string): number | null {
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1_000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(at - Date.now(), 0)
}
