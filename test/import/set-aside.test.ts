import { describe, expect, test } from 'vitest'
import { answerNetwork } from '../../src/use-cases/networks/answer-network.ts'
import { listSetAside } from '../../src/use-cases/networks/list-set-aside.ts'
import { previewFigures } from '../../src/use-cases/preview-figures.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { csv, openSite, refusalOf } from './import-site.ts'

const site = renewSite(openSite)

const columns =
  'Day,Application,Package Name,Platform,Ad Format,Country,Network,Impressions,Est. Revenue'
const line = (network: string, figures: string, day = '01') =>
  `2026-03-${day},Zap,com.example.zap,iOS,Banner,US,${network},${figures}`

const source = 'applovin-max'
const studio = { account: 'studio' }
const lines = [
  line('ADMOB_NATIVE_NETWORK', '10,1.25'),
  line('FACEBOOK_NATIVE_BIDDING', '20,2.5'),
  line('ADMOBB_BIDDING', '30,4.000004'),
  line('ADMOBB_BIDDING', '5,0.000001', '02'),
  line('BIGO_BIDDING', '40,8'),
]
const figuresOf = [
  '2026-03-01 zap-ios admob banner US 10 0 0 1250000',
  '2026-03-01 zap-ios bigo_bidding banner US 40 0 0 8000000',
  '2026-03-01 zap-ios facebook banner US 20 0 0 2500000',
]
const setAside = {
  name: 'ADMOBB_BIDDING',
  similar_to: 'admob',
  rows: 2,
  impressions: '35',
  revenue: { USD: '4.000005' },
}
const listed = {
  ...setAside,
  account: 'studio',
  source,
  network: null,
  connection: null,
  files: ['max.csv'],
  first_day: '2026-03-01',
  last_day: '2026-03-02',
}

const max = (of: readonly string[] = lines, name = 'max.csv') => site.file(name, csv(of, columns))
const list = () => site.call(listSetAside, {})

describe('a name that resembles a network', () => {
  test('is set aside with its amount, all other rows are booked, and a new network is told', async () => {
    const files = [await max()]
    const told = { set_aside: [setAside], new_networks: { BIGO_BIDDING: 'bigo_bidding' } }
    expect(await site.call(previewFigures, studio, { files })).toMatchObject({ ...told, rows: 3 })
    expect(await list()).toEqual([])
    expect(await site.importStats(files, studio)).toMatchObject({ ...told, rows: 3 })
    expect(await site.figures()).toEqual(figuresOf)
    expect(await list()).toEqual([listed])
  })

  test('is counted as the network that a person answers, once its file is imported again', async () => {
    await site.importStats([await max()], studio)
    const name = 'admobb bidding'
    const answer = { ...studio, source, name, network: 'admob' }
    expect(await site.call(answerNetwork, answer)).toMatchObject({ files: ['max.csv'] })
    expect(await list()).toEqual([{ ...listed, network: 'admob' }])
    expect(await site.importStats([await max()], studio)).toMatchObject({ set_aside: [] })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios admob banner US 40 0 0 5250004',
      ...figuresOf.slice(1),
      '2026-03-02 zap-ios admob banner US 5 0 0 1',
    ])
    expect(await list()).toEqual([])
  })

  test('is counted as a network of its own when a person answers so', async () => {
    await site.importStats([await max()], studio)
    await site.call(answerNetwork, { ...studio, source, name: 'ADMOBB_BIDDING' })
    await site.importStats([await max()], studio)
    expect(await site.figures()).toContain(
      '2026-03-01 zap-ios admobb_bidding banner US 30 0 0 4000004',
    )
    expect(await list()).toEqual([])
  })

  test('stays listed for the days and apps that are not imported again', async () => {
    await site.importStats([await max()], studio)
    await site.call(answerNetwork, { ...studio, source, name: 'ADMOBB_BIDDING', network: 'admob' })
    await site.importStats([await max(lines.slice(0, 3))], studio)
    expect(await list()).toMatchObject([{ rows: 1, revenue: { USD: '0.000001' } }])
  })

  test('is all that a file has: it is refused with the answer to give', async () => {
    const files = [await max(lines.slice(2, 3))]
    const { code, message } = await refusalOf(site.importStats(files, studio))
    expect(code).toBe('every_row_set_aside')
    expect(message).toContain(
      'adtally networks answer USERNAME applovin-max ADMOBB_BIDDING --is admob',
    )
  })

  test('is listed until its import is undone', async () => {
    const { import: id } = await site.importStats([await max()], studio)
    await site.call(undoImport, { id })
    expect(await list()).toEqual([])
  })

  test('with a bad amount is a bad row', async () => {
    const files = [await max([line('ADMOBB_BIDDING', '30,many')])]
    const { code } = await refusalOf(site.importStats(files, studio))
    expect(code).toBe('bad_cells')
    expect(await list()).toEqual([])
  })

  test('is refused when nothing says whose report it is', async () => {
    const { code, facts } = await refusalOf(site.importStats([await max()]))
    expect([code, facts]).toEqual(['set_aside_without_account', { names: ['ADMOBB_BIDDING'] }])
  })

  test('cannot be answered with a network that does not exist', async () => {
    const answer = { ...studio, source, name: 'ADMOBB_BIDDING', network: 'admop' }
    const { code, facts } = await refusalOf(site.call(answerNetwork, answer))
    expect([code, facts]).toMatchObject(['unknown_network', { nearest: 'admob' }])
  })
})
