import { at, type Json, listAt, textAt } from '../readers/read-json.ts'
import type { NetworkSource } from '../source.ts'

const yandex: NetworkSource = {
  name: 'yandex',
  title: 'Yandex Advertising Network statistics',
  network: 'yandex',
  dayZone: "the network account's",
  formats: {
    banner: 'banner',
    interstitial: 'interstitial',
    rewarded: 'rewarded',
    native: 'native',
    'app open': 'app_open',
  },
  reports: [
    {
      columns: ['date', 'page_caption', 'impressions', 'partner_wo_nds'],
      json: pointsOf,
      table: false,
      read: (cell) => ({
        day: cell('date'),
        app: { id: cell('page_caption'), platform: platformIn(cell('page_caption')) },
        format: cell('block_type'),
        impressions: cell('impressions'),
        clicks: cell('clicks'),
        revenue: cell('partner_wo_nds'),
      }),
    },
  ],
}

export default yandex

function pointsOf(answer: Json): Iterable<Json> | null {
  const points = listAt(answer, 'data', 'points')
  if (!points?.every((point) => at(point, 'dimensions') && listAt(point, 'measures'))) return null
  return points.values().map((point) => ({
    date: firstOf(point, 'date'),
    page_caption: firstOf(point, 'page_caption'),
    block_type: firstOf(point, 'block_type'),
    impressions: textAt(point, 'measures', 0, 'impressions'),
    clicks: textAt(point, 'measures', 0, 'clicks'),
    partner_wo_nds: textAt(point, 'measures', 0, 'partner_wo_nds'),
  }))
}

/** Statistics name no platform, but captions that people gave often do. */
function platformIn(caption: string): string {
  const [word = ''] = /\b(ios|iphone|ipad|android|google play)\b/i.exec(caption) ?? []
  return word
}

/** A dimension is a text, or a list with the beginning and the end of a period. */
const firstOf = (point: Json, dimension: string): string =>
  textAt(point, 'dimensions', dimension) || textAt(point, 'dimensions', dimension, 0)
