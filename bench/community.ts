import { ensureCommunity } from './community-data.ts'
import { median } from './percentiles.ts'
import { Service } from './service.ts'
import { formatTable, heading, short, times } from './table.ts'
import type { Target } from './target.ts'

const farPage = 10_000
const rounds = 400
const maxRatio = 1.5

const streams = {
  'all activity': '/api/v1/activity',
  'one platform': '/api/v1/activity/android',
  "one game's": '/api/v1/games/g1/activity',
  "one game's check-ins": '/api/v1/games/g1/checkins',
}

/** Times the first page of each stream and a far one, alternating between them, and prints both. */
export async function benchCommunity(records: number): Promise<Target[]> {
  const directory = await ensureCommunity(records)
  process.env.ADTALLY_RATE_LIMIT = '1000000000'
  const service = await Service.start({ directory })
  const rows: string[][] = []
  let worst = 0
  try {
    for (const [name, path] of Object.entries(streams)) {
      const far = await pageBehind(service, path)
      const near: number[] = []
      const distant: number[] = []
      for (let round = 0; round < rounds; round++) {
        near.push((await service.time({ path, key: '' })).ms)
        distant.push((await service.time({ path: far, key: '' })).ms)
      }
      const ratio = median(distant) / median(near)
      worst = Math.max(worst, ratio)
      rows.push([name, short(median(near)), short(median(distant)), times(ratio)])
    }
  } finally {
    await service.stop()
  }
  const title = `pages of ${records.toLocaleString('en-US')} records of activity, p50 in ms`
  console.log(heading(title))
  console.log(
    formatTable(['stream', 'page 1', `page ${farPage.toLocaleString('en-US')}`, 'ratio'], rows),
  )
  return [
    {
      name: 'page 10,000 of a stream, compared with page 1: p50',
      wanted: `< ${times(maxRatio)}`,
      measured: times(worst),
      met: worst < maxRatio,
    },
  ]
}

/** The path of page {@link farPage}, found by following links as a client does. */
async function pageBehind(service: Service, path: string): Promise<string> {
  let next = path
  for (let page = 1; page < farPage; page++) {
    const response = await fetch(service.baseUrl + next)
    const { next_page_url: url } = (await response.json()) as { next_page_url: string }
    next = url.slice(service.baseUrl.length)
  }
  return next
}
