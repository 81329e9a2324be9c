import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { csv, header, openSite, placesOf, readRejects, refusedUnchanged } from './import-site.ts'

const site = renewSite(openSite)

const skipBadRows = true

describe('--skip-bad-rows', () => {
  test('does not change slices with bad rows and imports the others', async () => {
    await site.importLines([
      '2026-03-01,zap-ios,ownnet,video,US,100,1',
      '2026-03-01,zap-ios,ownnet,video,DE,50,0.5',
      '2026-03-02,zap-ios,ownnet,video,US,80,0.8',
    ])
    const summary = await site.importLines(
      [
        '2026-03-01,zap-ios,ownnet,video,US,101,1.01',
        '2026-03-01,zap-ios,ownnet,video,DE,-51,0.51',
        '2026-03-02,zap-ios,ownnet,video,US,81,0.81',
        '2026-03-03,zap-ios,ownnet,video,US,10,0.1',
        '2026-03-03,zap-ios,ownnet,video,FR,10,ten',
        '2026-03-03,zap-ios,admob,video,US,11,0.11',
      ],
      { skipBadRows },
    )
    expect(summary).toMatchObject({
      rows: 2,
      slices: 2,
      replaced_slices: 1,
      skipped_rows: 4,
      skipped_slices: 2,
    })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet video DE 50 0 0 500000',
      '2026-03-01 zap-ios ownnet video US 100 0 0 1000000',
      '2026-03-02 zap-ios ownnet video US 81 0 0 810000',
      '2026-03-03 zap-ios admob video US 11 0 0 110000',
    ])
  })

  test('writes a reject file with every skipped row, its cells and the reason', async () => {
    const { reject_file: rejectFile } = await site.importLines(
      [
        '2026-03-01,zap-ios,ownnet,video,US,101,1.01,menu',
        '',
        '2026-03-01,zap-ios,ownnet,video,DE,-51,ten,"a ""quoted"", tag"',
        '2026-03-02,zap-ios,ownnet,video,US,81,0.81,',
      ],
      { skipBadRows, columns: `${header},ad_tag` },
    )
    expect(rejectFile).toContain(site.directory.rejects)
    const rejects = await readRejects(rejectFile)
    const common = {
      file: 'figures.csv',
      date: '2026-03-01',
      app_id: 'zap-ios',
      network: 'ownnet',
      format: 'video',
      clicks: '',
      installs: '',
      requests: '',
      matched_requests: '',
      currency: '',
    }
    expect(rejects).toMatchObject([
      { ...common, line: '2', country: 'US', impressions: '101', revenue: '1.01', ad_tag: 'menu' },
      {
        ...common,
        line: '4',
        country: 'DE',
        impressions: '-51',
        revenue: 'ten',
        ad_tag: 'a "quoted", tag',
      },
    ])
    // A good row is skipped because its slice has a bad one; a bad row lists each bad cell.
    expect(rejects[0]?.reason).toMatch(/another row/)
    expect(rejects[1]?.reason).toMatch(/impressions: "-51".*whole number.*revenue: "ten".*decimal/)
  })

  test('does not affect an import without bad rows and writes no reject file', async () => {
    const summary = await site.importLines(['2026-03-01,zap-ios,ownnet,video,US,1,1'], {
      skipBadRows,
    })
    expect(summary).toMatchObject({ rows: 1, skipped_rows: 0, reject_file: null })
    await expect(readdir(site.directory.rejects)).rejects.toThrow('ENOENT')
  })

  test('skips a slice with a repeated key', async () => {
    const summary = await site.importLines(
      [
        '2026-03-01,zap-ios,ownnet,video,US,1,1',
        '2026-03-01,zap-ios,ownnet,video,US,2,2',
        '2026-03-02,zap-ios,ownnet,video,US,3,3',
      ],
      { skipBadRows },
    )
    expect(summary).toMatchObject({ rows: 1, skipped_rows: 2, skipped_slices: 1 })
    expect(await site.figures()).toEqual(['2026-03-02 zap-ios ownnet video US 3 0 0 3000000'])
    const rejects = await readRejects(summary.reject_file)
    expect(rejects.map(({ line }) => line)).toEqual(['2', '3'])
    expect(rejects[1]?.reason).toContain('figures.csv:2')
  })

  test('skips rows of a bad slice in every file of the import', async () => {
    const summary = await site.importStats(
      [
        await site.file('a.csv', csv(['2026-03-01,zap-ios,ownnet,video,US,1,1'])),
        await site.file(
          'b.ndjson',
          '{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"video","country":"DE","impressions":1,"revenue":1,"ecpm":5}\n' +
            '{"date":"2026-03-01","app_id":"brick","network":"ownnet","format":"video","country":"DE","impressions":2,"revenue":1}',
        ),
      ],
      { skipBadRows },
    )
    expect(await site.figures()).toEqual(['2026-03-01 brick ownnet video DE 2 0 0 1000000'])
    const rejects = await readRejects(summary.reject_file)
    expect(rejects.map(({ file, line }) => `${file}:${line}`)).toEqual(['a.csv:2', 'b.ndjson:1'])
  })

  test.each([
    ['date', 'soon,zap-ios,ownnet,video,US,1,1', 'date: "soon"'],
    ['date (missing)', ',zap-ios,ownnet,video,US,1,1', 'date:'],
    ['app (missing)', '2026-03-01,,ownnet,video,US,1,1', 'app_id:'],
    ['network', '2026-03-01,zap-ios,Own Net,video,US,1,1', 'network: "Own Net"'],
  ])('fails because of a row with an unreadable %s', async (_column, row, place) => {
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(['2026-03-02,zap-ios,ownnet,video,US,1,1', row], { skipBadRows }),
    )
    expect(placesOf(refusal)).toEqual([`figures.csv:3: ${place}`])
    expect(refusal.message).toMatch(/date, app or network/)
    await expect(readdir(site.directory.rejects)).rejects.toThrow('ENOENT')
  })

  test('imports nothing when every slice has a bad row, and names the reject file', async () => {
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(
        ['2026-03-01,zap-ios,ownnet,video,US,-1,1', '2026-03-02,zap-ios,ownnet,video,XX,1,1'],
        { skipBadRows },
      ),
    )
    const [rejectFile] = await readdir(site.directory.rejects)
    expect(refusal.message).toContain(rejectFile)
  })

  test('does not change a slice when two ids of a network are one app and one row is bad', async () => {
    for (const networkAppId of ['71', '72']) {
      await site.call(linkApp, { network: 'digitalturbine', networkAppId, appId: 'zap-ios' })
    }
    await site.importLines(['2026-03-01,zap-ios,digitalturbine,banner,US,100,1'])
    const columns =
      'Fyber App ID,App Name,Placement Type,Country,Device OS,Date,Impressions,Clicks,Revenue (USD)'
    const file = await site.file(
      'dt.csv',
      csv(
        [
          '71,Zap,Banner,US,ios,2026-03-01,7,0,0.07',
          '72,Zap,Banner,US,ios,2026-03-01,minus,0,0.08',
          '71,Zap,Banner,US,ios,2026-03-02,9,0,0.09',
        ],
        columns,
      ),
    )
    const summary = await site.importStats([file], { skipBadRows, source: 'digital-turbine' })
    expect(summary).toMatchObject({ rows: 1, skipped_rows: 2, skipped_slices: 1 })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios digitalturbine banner US 100 0 0 1000000',
      '2026-03-02 zap-ios digitalturbine banner US 9 0 0 90000',
    ])
  })
})
