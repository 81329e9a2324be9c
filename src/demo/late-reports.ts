import { type Day, formatDay } from '../values/day.ts'

/** Networks that have not reported the last day yet: one whose key is refused, and one that is late. */
const late: ReadonlySet<string> = new Set(['unityads', 'vungle'])

/** A shorter demo has no history that tells what a missing day would bring. */
const leastDays = 70

/** Whether a demo shows missing reports and connections with problems. */
export const hasTroubles = ({ days }: { readonly days: number }): boolean => days >= leastDays

/** The lines of figures but for those that are late on the last day. @param chunks of whole lines */
export function* withoutLate(chunks: Iterable<string>, lastDay: Day): Generator<string> {
  const day = formatDay(lastDay)
  for (const chunk of chunks) {
    const kept = chunk.split('\n').filter((line) => {
      const [date, , network = ''] = line.split(',', 3)
      return date !== day || !late.has(network)
    })
    yield kept.join('\n')
  }
}
