import { countries } from '../../../src/values/country.ts'
import { addDays, formatDay, parseDay } from '../../../src/values/day.ts'

const first = parseDay('2026-01-01')!

/** Pieces of a CSV file in Adtally's own format, with different rows of the app `zap`. */
export function* manyRows(rows: number, impressions: number): Generator<string> {
  yield 'date,app_id,network,format,country,impressions,revenue\n'
  for (let done = 0; done < rows; ) {
    const block = Math.floor(done / countries.length)
    const day = formatDay(addDays(first, block % 365))
    const format = `f${Math.floor(block / 365)}`
    const some = countries.slice(0, rows - done)
    yield some
      .map((country) => `${day},zap,ownnet,${format},${country},${impressions},0.5\n`)
      .join('')
    done += some.length
  }
}
