import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ImportSummary } from '../../src/staging/import-summary.ts'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'
import { csv, type ImportSite } from './import-site.ts'
import { folders, march, marchFigures, openInbox } from './inbox-site.ts'

/** An inbox that has nothing to warn of. */
async function openQuiet(importFiles?: (site: ImportSite) => Promise<ImportSummary>) {
  const opened = await openInbox({ ...(importFiles && { importFiles }) })
  onTestFinished(() => expect(opened.warnings).toEqual([]))
  const report = async (path: string) => JSON.parse(await readFile(opened.at(path), 'utf8'))
  return { ...opened, report }
}

describe('a file in an inbox', () => {
  test('is imported once and moved to done/, with a report', async () => {
    const { site, drop, look, list, report, reports } = await openQuiet()
    await drop('march.csv', march)
    await look()
    await look()
    expect(await site.figures()).toEqual(marchFigures)
    expect(await list()).toEqual(folders)
    expect(await list('done')).toEqual(['march.csv', 'march.csv.report.json'])
    const written = await report('done/march.csv.report.json')
    expect(written).toMatchObject({ outcome: 'imported', name: 'march.csv', rows: 1, import: 1 })
    expect(reports).toEqual([written])
  })

  test('is moved to failed/ when it is refused, with its bad cells in the report', async () => {
    const { site, drop, look, list, report } = await openQuiet()
    await drop('bad.csv', csv(['2026-03-01,zap-ios,ownnet,video,UK,1,1']))
    await drop('good.csv', march)
    await look()
    expect(await list('failed')).toEqual(['bad.csv', 'bad.csv.report.json'])
    const { outcome, message, details } = await report('failed/bad.csv.report.json')
    expect([outcome, message]).toEqual(['failed', 'Nothing was imported. Fix this cell:'])
    expect(details).toEqual([expect.stringMatching(/^bad\.csv:2: country: "UK" is not accepted/)])
    // The other file is not affected.
    expect(await site.figures()).toEqual(marchFigures)
  })

  test('is left alone while it grows, and under the names of unfinished files', async () => {
    const { folder, site, drop, look, list } = await openQuiet()
    const unfinished = ['.march.csv', 'march.csv.part', 'march.csv.tmp', 'a.csv.crdownload']
    for (const name of unfinished) await drop(name, march)
    await drop('growing.csv', march)
    await look(1)
    await drop('growing.csv', `${march}2026-03-02,zap-ios,ownnet,video,US,1,1\n`)
    await look(1)
    expect(await site.figures()).toEqual([])
    await look(1)
    expect(await site.figures()).toHaveLength(2)
    expect(await list()).toEqual([...unfinished, ...folders].sort())
    await rename(join(folder, 'march.csv.part'), join(folder, 'march.csv'))
    await look()
    expect(await list('done')).toContain('march.csv')
  })

  test('as part of a folder is imported with all files of the folder', async () => {
    const { folder, site, look, list, reports } = await openQuiet()
    await mkdir(join(folder, 'pages=march'))
    const file = (name: string) => join(folder, 'pages=march', name)
    await writeFile(file('b.csv'), csv(['2026-03-01,zap-ios,ownnet,video,DE,1,1']))
    await writeFile(file('a.csv'), march)
    await look()
    expect(await site.figures()).toHaveLength(2)
    expect(reports).toMatchObject([
      { import: 1, files: ['pages=march/a.csv', 'pages=march/b.csv'] },
    ])
    expect(await list('done')).toEqual(['pages=march', 'pages=march.report.json'])
  })

  test('that is an empty folder fails', async () => {
    const { folder, look, reports } = await openQuiet()
    await mkdir(join(folder, 'pages=none'))
    await look()
    const message = 'pages=none: The folder contains no files'
    expect(reports).toMatchObject([{ outcome: 'failed', message }])
  })

  test('does not overwrite files in done/ with the same name', async () => {
    const { drop, look, list } = await openQuiet()
    for (const revenue of ['1', '2']) {
      await drop('daily.csv', csv([`2026-03-01,zap-ios,ownnet,video,US,1,${revenue}`]))
      await look()
    }
    expect(await list('done')).toEqual([
      '2-daily.csv',
      '2-daily.csv.report.json',
      'daily.csv',
      'daily.csv.report.json',
    ])
  })

  test('is imported in the order of names', async () => {
    const { site, drop, look } = await openQuiet()
    await drop('2.csv', march)
    await drop('1.csv', csv(['2026-03-01,zap-ios,ownnet,video,FR,9,9']))
    await look()
    expect(await site.figures()).toEqual(marchFigures)
  })

  test.each([
    new StoreUnavailableError('PostgreSQL does not answer.'),
    new UnusableStoreError('Another process is using the figures.'),
  ])('waits while the stores cannot be used: $message', async (error) => {
    let busy = true
    const { drop, look, list, reports } = await openQuiet(async (site) => {
      if (busy) throw error
      return site.importLines(['2026-03-01,zap-ios,ownnet,video,US,100,1.5'])
    })
    await drop('march.csv', march)
    await look()
    await look()
    const { message } = error
    const waiting = [{ outcome: 'waiting', name: 'march.csv', message }]
    expect([await list(), reports]).toEqual([[...folders, 'march.csv'].sort(), waiting])
    busy = false
    await look()
    expect(await list('done')).toContain('march.csv')
  })

  test('is imported again when a crash interrupted its import', async () => {
    const { folder, site, inbox, drop, look } = await openQuiet()
    await drop('march.csv', march)
    await rename(join(folder, 'march.csv'), join(folder, 'working', 'march.csv'))
    await inbox.open()
    await look()
    expect(await site.figures()).toEqual(marchFigures)
  })
})
