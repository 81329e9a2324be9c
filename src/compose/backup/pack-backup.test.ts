import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unpackTar } from '../../storage/files/tar.ts'
import { type BackupParts, packBackup } from './pack-backup.ts'

const minuteMs = 60_000

async function partsOf(giveUp: () => Promise<void>): Promise<BackupParts> {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-pack-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'records')
  await writeFile(path, 'records')
  return {
    frozen: {
      bytes: 6,
      pairing: { generation: 0, turn: 1, token: 'a' },
      read: async function* () {
        yield Buffer.from('fig')
        yield Buffer.from('ure')
      },
    },
    records: { path, bytes: 7 },
    sealedSecret: null,
    described: {
      format: 1,
      adtally: '0.2.0',
      made_at: '2026-03-01T00:00:00Z',
      installation: 'one',
      generation: 0,
      entry: 3,
      as_of: null,
      secret_check: 'check',
      versions: { figures: '0009', records: '0019' },
    },
    giveUp,
  }
}

test('the manifest is the last file, and has the size and hash of each other one', async () => {
  const giveUp = vi.fn(async () => undefined)
  const found: Record<string, string> = {}
  const archive = packBackup(await partsOf(giveUp))
  for await (const { name, content } of unpackTar(archive, 'the archive')) {
    found[name] = ''
    for await (const piece of content) found[name] += Buffer.from(piece).toString()
  }
  expect(Object.keys(found)).toEqual(['figures.duckdb', 'adtally.sqlite', 'manifest.json'])
  expect(JSON.parse(found['manifest.json']!)).toMatchObject({
    format: 1,
    entry: 3,
    files: [
      // The hashes are those that sha256sum prints of "figure" and "records".
      {
        name: 'figures.duckdb',
        bytes: 6,
        sha256: '889393fb69a5b305188405f66dd58ca1fefad6cef46cfbf85236146e633f2a66',
      },
      {
        name: 'adtally.sqlite',
        bytes: 7,
        sha256: 'a94e7bcfcbed3c846d491d4f47c948e53a23908d480248b3ffe9e126e83ea865',
      },
    ],
  })
  expect(giveUp).not.toHaveBeenCalled()
})

test('a backup that is not read for ten minutes is given up', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const giveUp = vi.fn(async () => undefined)
  const archive = packBackup(await partsOf(giveUp))
  await archive.next()
  vi.advanceTimersByTime(9 * minuteMs)
  await archive.next()
  vi.advanceTimersByTime(9 * minuteMs)
  expect(giveUp).not.toHaveBeenCalled()
  vi.advanceTimersByTime(minuteMs)
  expect(giveUp).toHaveBeenCalledOnce()
  await expect(archive.next()).rejects.toThrow('was given up')
})
