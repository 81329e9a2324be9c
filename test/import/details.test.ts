import { describe, expect, test } from 'vitest'
import { setPrimarySource } from '../../src/use-cases/set-primary-source.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, studioKey } from './import-site.ts'

const site = renewSite(openSite)

const columns =
  'date,app_id,source,network,format,country,ad_tag,rung,floor,impressions,clicks,attempts,responses,revenue'
const details = (lines: readonly string[], more = {}) =>
  site.importLines([...lines], { columns, ...more })

const figureColumns = 'date,app_id,network,format,country,ad_tag,impressions,clicks,revenue'
const figures = (lines: readonly string[], more = {}) =>
  site.importLines([...lines], { columns: figureColumns, ...more })

/** A report of the first days of March 2026. */
const answer = (dimensions: string, metrics: string, more = {}) =>
  site.server.get(
    '/api/v2/publisher/report',
    {
      start_date: '2026-03-01',
      end_date: '2026-03-04',
      metrics,
      ...(dimensions && { dimensions }),
      ...more,
    },
    { authorization: `Bearer ${studioKey}` },
  )

/** Its rows, each in the order of its columns. */
async function ask(dimensions: string, metrics: string, more = {}) {
  const response = await answer(dimensions, metrics, more)
  const body = JSON.parse(response.body)
  if (response.statusCode !== 200) return body
  return body.data.map((row: object) => Object.values(row))
}

const day = '2026-03-01,zap-ios'
const rungs = [
  `${day},max,admob,rewarded,US,level,AdMob 20,20,10,1,100,20,0.5`,
  `${day},max,admob,rewarded,US,level,AdMob 5,5,40,2,80,60,0.4`,
  `${day},max,mintegral,rewarded,US,level,Mintegral,,0,0,20,0,0`,
]

describe('details', () => {
  test('show rungs, with what they leave of the booked figures', async () => {
    await figures([`${day},admob,rewarded,US,level,60,3,1`])
    const imported = await details(rungs)
    expect(imported).toMatchObject({ kind: 'details', rows: 3, slices: 1, networks: ['max'] })
    expect(await ask('rung', 'impressions,revenue,attempts,rung_fill_rate,show_rate')).toEqual([
      ['AdMob 20', 10, 0.5, 100, 0.2, 0.5],
      ['AdMob 5', 40, 0.4, 80, 0.75, 0.666667],
      ['Mintegral', 0, 0, 20, 0, 0],
      ['unattributed', 10, 0.1, null, null, null],
    ])
    expect(await ask('', 'impressions,clicks,revenue', { rung_not: 'none' })).toEqual([[60, 3, 1]])
    // With a filter that slices do not have, too.
    const compared = { compare: 'previous_period', ad_format: 'rewarded' }
    expect((await ask('rung', 'impressions', compared)).length).toBe(4)
    expect(await ask('floor', 'revenue,ecpm', { network: 'admob' })).toEqual([
      ['20', 0.5, 50],
      ['5', 0.4, 10],
      ['unknown', 0.1, 10],
    ])
  })

  test('are compared with the figures of their own source; the gap to the booked ones is another row', async () => {
    await figures([`${day},admob,rewarded,US,default,60,3,1`])
    await figures([`${day},admob,rewarded,US,level,52,3,0.95`], { as: 'max' })
    await details(rungs)
    const shown = 'impressions,clicks,revenue'
    expect(await ask('rung', shown)).toEqual([
      ['AdMob 20', 10, 1, 0.5],
      ['AdMob 5', 40, 2, 0.4],
      ['Mintegral', 0, 0, 0],
      ['not_booked', 8, 0, 0.05],
      ['unattributed', 2, 0, 0.05],
    ])
    expect(await ask('network,rung', 'revenue', { rung: 'unattributed,not_booked' })).toEqual([
      ['admob', 'not_booked', 0.05],
      ['admob', 'unattributed', 0.05],
    ])
  })

  test('may tell more than the figures: then the rest is negative', async () => {
    await figures([`${day},admob,rewarded,US,level,40,3,0.75`])
    await details(rungs)
    expect(await ask('rung', 'impressions,revenue', { rung: 'unattributed' })).toEqual([
      ['unattributed', -10, -0.15],
    ])
    expect(await ask('country', 'revenue,attempts')).toEqual([['US', 0.75, 200]])
  })

  test('count from one source of an app and day', async () => {
    await figures([`${day},admob,rewarded,US,level,50,3,0.9`])
    await details(rungs)
    await details([`${day},levelplay,admob,rewarded,US,level,Other,,50,3,,,0.9`])
    expect(await ask('rung', 'revenue')).toEqual([
      ['AdMob 20', 0.5],
      ['AdMob 5', 0.4],
      ['Mintegral', 0],
    ])
    await site.call(setPrimarySource, {
      username: 'studio',
      source: 'levelplay',
      startDate: '2026-03-01',
    })
    expect(await ask('rung', 'revenue')).toEqual([['Other', 0.9]])
    expect(await ask('source', 'attempts,responses')).toEqual([['levelplay', null, null]])
  })

  test('are asked for again when only the report of their source has changed', async () => {
    await figures([`${day},admob,rewarded,US,default,60,3,1`])
    await figures([`${day},admob,rewarded,US,level,50,3,0.9`], { as: 'max' })
    await details(rungs)
    const rest = { rung: 'unattributed,not_booked' }
    expect(await ask('rung', 'revenue', rest)).toEqual([['not_booked', 0.1]])
    const { etag } = (await answer('rung', 'revenue')).headers
    await figures([`${day},admob,rewarded,US,level,55,3,0.95`], { as: 'max' })
    expect(await ask('rung', 'revenue', rest)).toEqual([
      ['not_booked', 0.05],
      ['unattributed', 0.05],
    ])
    expect((await answer('rung', 'revenue')).headers.etag).not.toBe(etag)
  })

  test('are restated, undone and asked for as of a time', async () => {
    await figures([`${day},admob,rewarded,US,level,50,3,0.9`])
    const first = await details(rungs)
    const second = await details([rungs[0]!])
    expect(await ask('rung', 'revenue', { rung: 'unattributed' })).toEqual([['unattributed', 0.4]])
    expect(await ask('rung', 'revenue', { as_of: first.recorded_at })).toHaveLength(3)
    await site.call(undoImport, { id: second.import })
    expect(await ask('rung', 'revenue')).toHaveLength(3)
  })
})
