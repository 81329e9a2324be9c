import { Problem } from './problems.ts'

/** A media range of an Accept header. */
interface MediaRange {
  readonly range: string
  /** 0 to 1. */
  readonly quality: number
}

/** Longer headers are no negotiation. */
const maxRanges = 100

/**
 * The format that an Accept header prefers; of equal ones, the first.
 *
 * @param accept without it, the first format
 * @param mediaTypes by the names of formats
 * @throws Problem `not_acceptable` when no format fits
 */
export function negotiateFormat<Name extends string>(
  accept: string | undefined,
  mediaTypes: Readonly<Record<Name, string>>,
): Name {
  const ranges = accept === undefined || accept.trim() === '' ? [any] : readAccept(accept)
  const names = Object.keys(mediaTypes) as Name[]
  const offered = names.map((name) => ({ name, quality: qualityOf(mediaTypes[name], ranges) }))
  const best = offered.reduce((one, other) => (other.quality > one.quality ? other : one))
  if (best.quality > 0) return best.name
  throw new Problem(
    'not_acceptable',
    `The Accept header allows none of ${Object.values(mediaTypes).join(', ')}. Change it, or choose with format=${names.join(', format=')}.`,
  )
}

const any: MediaRange = { range: '*/*', quality: 1 }

function readAccept(accept: string): MediaRange[] {
  return accept
    .split(',')
    .slice(0, maxRanges)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
      const weight = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1'
      const quality = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
      return { range, quality }
    })
}

/** The quality of the most specific range that has the type; 0 when none has. */
function qualityOf(mediaType: string, ranges: readonly MediaRange[]): number {
  const wider = [mediaType, `${mediaType.split('/')[0]}/*`, '*/*']
  for (const range of wider) {
    const found = ranges.filter((one) => one.range === range)
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality))
  }
  return 0
}
