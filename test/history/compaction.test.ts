import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { type Compacted, day, openCompacted, reportPath } from './compacted-site.ts'

describe('a compaction', () => {
  test('drops what was superseded, and changes no figure from the horizon on', async () => {
    const site = await openCompacted()
    await site.restate(4)
    const answers = await site.answersAsOf()
    const view = await site.call(compactHistory, { before: day(2) })
    expect(view).toMatchObject({ history_since: site.instants[1], slices: 1, rows: 2 })
    expect(await site.answersAsOf(1)).toEqual(answers.slice(1))
    expect(await site.versions()).toEqual({ past_slices: 2, past_figures: 4 })
    // Nothing is left to drop.
    expect(await site.call(compactHistory, { before: day(2) })).toMatchObject({ slices: 0 })
  })

  test('dry, counts the same and drops nothing', async () => {
    const site = await openCompacted()
    await site.restate(4)
    const dry = await site.call(compactHistory, { before: day(3), dryRun: true })
    expect(dry).toMatchObject({ slices: 2, rows: 4, freed_bytes: null })
    expect(await site.versions()).toEqual({ past_slices: 3, past_figures: 6 })
    expect(await site.get(reportPath, { as_of: site.instants[0]! })).toMatchObject({ status: 200 })
    const { slices, rows } = await site.call(compactHistory, { before: day(3) })
    expect({ slices, rows }).toEqual({ slices: dry.slices, rows: dry.rows })
  })

  test('leaves the file alone that a backup is reading, and frees the space later', async () => {
    const site = await openCompacted()
    await site.restate(4)
    const { head, archive, close } = await site.backUp()
    const dropped = await site.call(compactHistory, { before: day(2) })
    expect(dropped).toMatchObject({ slices: 1, freed_bytes: 0 })
    let bytes = 0
    for await (const piece of archive) bytes += piece.length
    expect(bytes).toBeGreaterThan(head.bytes)
    await close()
    expect(await site.call(compactHistory, { before: day(3) })).toMatchObject({ slices: 1 })
    expect(await site.versions()).toEqual({ past_slices: 1, past_figures: 2 })
  })

  test('never moves the horizon back, and answers the same once the stores are opened again', async () => {
    const site = await openCompacted()
    await site.restate(4)
    await site.call(compactHistory, { before: day(3) })
    const since = site.instants[2]
    expect(await site.call(compactHistory, { before: day(1) })).toMatchObject({
      history_since: since,
      slices: 0,
    })
    const answers = await site.answersAsOf(2)
    await site.reopen()
    expect(await site.answersAsOf(2)).toEqual(answers)
    expect(await site.get(reportPath, { as_of: site.instants[1]! })).toMatchObject({ status: 410 })
  })

  test('is forgotten with the entries that older figures do not have', async () => {
    const site = await openCompacted()
    await site.restate(2)
    await site.close()
    const [figures, copy] = ['figures.duckdb', 'copy.duckdb'].map((name) => join(site.root, name))
    await copyFile(figures!, copy!)
    await site.open()
    await site.restate(2)
    await site.call(compactHistory, { before: day(4) })
    await site.close()
    await copyFile(copy!, figures!)
    await site.open({ acceptRestore: true })
    expect(await site.get(reportPath, { as_of: site.instants[0]! })).toMatchObject({ status: 200 })
    await site.restate(1)
    expect(await site.call(undoImport, { id: 3 })).toMatchObject({ import: 3 })
  })

  test('keeps the entity tag of an account whose last figures were deleted', async () => {
    const site = await openCompacted()
    await site.restate(1)
    const before = await site.get(reportPath)
    await site.deleteAll()
    await site.restateOthers()
    const deleted = await site.get(reportPath)
    await site.call(compactHistory, { keep: 0 })
    await site.reopen()
    const after = await site.get(reportPath)
    expect(after.body).toBe(deleted.body)
    expect(after.etag).toBe(deleted.etag)
    expect(after.etag).not.toBe(before.etag)
  })

  test('keeps what the last entry with rows replaced, which tells a copy on servers that it has rows', async () => {
    const site = await openCompacted()
    await site.restate(1)
    await site.deleteAll()
    await site.restateOthers()
    await site.call(deleteAccount, { username: 'others' })
    expect(await site.call(compactHistory, { keep: 0 })).toMatchObject({ slices: 0, rows: 0 })
    expect(await site.versions()).toEqual({ past_slices: 1, past_figures: 2 })
  })

  test('leaves changes whose ids are not used again after older records were restored', async () => {
    const site = await openCompacted()
    await site.forgetRecordsOf(async () => {
      expect(await site.addAccount('third')).toBe(3)
      await site.addApps('mop-ios,third,Mop,ios')
      await site.restateOthers('mop-ios')
      await site.deleteAll('third')
      await site.restate(1)
      await site.call(compactHistory, { keep: 0 })
    })
    expect(await site.addAccount('fourth')).toBe(4)
  })

  test('keeps what an undo of a later import returns to', async () => {
    const site = await openCompacted()
    // The second import is withdrawn while the third one covers it, so only the first one is left below.
    await site.restate(3)
    await site.call(undoImport, { id: 2 })
    const compacted = await site.call(compactHistory, { before: day(2) })
    expect(compacted).toMatchObject({ horizon_entry: 2, slices: 0 })
    await site.call(undoImport, { id: 3 })
    expect(await site.impressions()).toBe(site.stated[0])
  })
})

describe('from before the horizon', () => {
  const compacted = async (): Promise<Compacted> => {
    const site = await openCompacted()
    await site.restate(2)
    return site
  }

  test('as_of is refused by name in every interface', async () => {
    const site = await compacted()
    await site.call(compactHistory, { before: day(1) })
    const before = { as_of: '2026-01-01T00:00:00Z' }
    const since = site.instants[0]!
    for (const path of [
      reportPath,
      '/api/v2/publisher/applications/stats?developer=studio&start_date=2026-03-01&end_date=2026-03-02',
    ]) {
      const { status, body } = await site.get(path, before)
      expect([path, status]).toEqual([path, 410])
      expect(JSON.parse(body)).toMatchObject({ code: 'history_compacted' })
      expect(JSON.parse(body).detail).toContain(since)
    }
  })

  test('pages of a report are refused by name, and newer pages are not', async () => {
    const site = await compacted()
    const pages = { dimensions: 'country', limit: '1' }
    const old = (await site.get(reportPath, pages)).cursor!
    await site.restate(1)
    const now = (await site.get(reportPath, pages)).cursor!
    await site.call(compactHistory, { keep: 0 })
    const refused = await site.get(reportPath, { ...pages, cursor: old })
    expect(refused.status).toBe(410)
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'cursor_expired' })
    expect(JSON.parse(refused.body).detail).toContain('compacted')
    expect((await site.get(reportPath, { ...pages, cursor: now })).status).toBe(200)
  })

  test('cursors of a copy are refused by name; those of a copy that is up to date are not', async () => {
    const site = await compacted()
    const old = (await site.changed()).end
    await site.restate(1)
    const whole = await site.changed()
    // Others' imports move the horizon beyond this account's last change.
    await site.restateOthers()
    await site.call(compactHistory, { keep: 0 })
    const refused = await site.get('/api/v2/publisher/report/changed', { since: old })
    expect(refused.status).toBe(410)
    expect(JSON.parse(refused.body).detail).toContain(site.instants.at(-1)!.slice(0, 13))
    for (const since of [whole.end, whole.first]) {
      const { status } = await site.get('/api/v2/publisher/report/changed', { since })
      expect(status).toBe(200)
    }
    expect((await site.changed()).lines).toEqual(whole.lines)
  })

  test('imports cannot be undone, and later ones can', async () => {
    const site = await compacted()
    await site.call(compactHistory, { before: day(1) })
    await expect(site.call(undoImport, { id: 1 })).rejects.toMatchObject({
      code: 'before_horizon',
      facts: { id: 1, since: site.instants[0] },
    })
    await site.call(undoImport, { id: 2 })
    expect(await site.impressions()).toBe(site.stated[0])
  })
})

test('the horizon is remembered before anything is dropped, and an interrupted compaction goes on', async () => {
  const site = await openCompacted()
  await site.restate(4)
  const answers = await site.answersAsOf()
  const stop = new AbortController()
  stop.abort(new Error('stopped'))
  await expect(
    site.call(compactHistory, { before: day(3) }, { signal: stop.signal }),
  ).rejects.toThrow('stopped')
  expect(await site.versions()).toEqual({ past_slices: 3, past_figures: 6 })
  expect(await site.get(reportPath, { as_of: site.instants[0]! })).toMatchObject({ status: 410 })
  expect(await site.answersAsOf(2)).toEqual(answers.slice(2))
  expect(await site.call(compactHistory, { before: day(1) })).toMatchObject({ slices: 2, rows: 4 })
  expect(await site.answersAsOf(2)).toEqual(answers.slice(2))
})

test.each([
  [{}, 'compaction_days_unclear'],
  [{ before: '2026-03-01', keep: 3 }, 'compaction_days_unclear'],
  [{ before: '2030-01-01' }, 'horizon_in_future'],
  [{ keep: -1 }, 'field_refused'],
  [{ before: '2026-02-30' }, 'field_refused'],
] as const)('%j is refused', async (request, code) => {
  const site = await openCompacted()
  await expect(site.call(compactHistory, request)).rejects.toMatchObject({ code })
})
