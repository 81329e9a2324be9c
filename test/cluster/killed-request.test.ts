import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sendImport } from '../import/repeated-import.ts'
import { shareFleet } from './fleet.ts'

const killer = join(import.meta.dirname, '..', 'import', 'kill-at.ts')
const fleet = shareFleet()

/** Where a process is killed, and whether the import is committed by then. */
const points = [
  ['begin after', false],
  ['announce after', false],
  ['commit before', false],
  ['commit after', true],
  ['end before', true],
] as const

test('kill -9 of a process during an import leaves it imported once by a client that repeats it at another process', async () => {
  const { works, file, serve } = fleet()
  await works(['accounts', 'create', 'studio'])
  const apps = 'app_id,publisher,app_name,platform\nzap,studio,Zap,ios\n'
  await works(['import', 'apps', await file('apps.csv', apps)])
  const scope = ['--allow', 'read', '--allow', 'import', '--json']
  const { key } = JSON.parse(await works(['keys', 'create', 'studio', 'importer', ...scope]))
  const send = (origin: string, point: string) => sendImport(origin, key, point, 'zap')
  for (const [point] of points) {
    const killFile = await file(`kill-${point.replace(' ', '-')}`, point)
    const process = await serve({ NODE_OPTIONS: `--import ${killer}`, KILL_FILE: killFile })
    await expect(send(process.origin, point), point).rejects.toThrow()
    expect(await process.stop(), point).toBeNull()
  }
  const other = await serve()
  for (const [point, isCommitted] of points) {
    let answer = await send(other.origin, point)
    // Until the killed process was silent for a minute, it may still be at work.
    while (answer.status === 409) {
      expect(JSON.parse(answer.body).code).toBe('import_under_way')
      await delay(1_000)
      answer = await send(other.origin, point)
    }
    expect([point, answer.status], answer.body).toEqual([point, 201])
    expect([point, answer.isReplayed]).toEqual([point, isCommitted])
    expect((await send(other.origin, point)).body).toBe(answer.body)
  }
  const days = 'start_date=2026-03-01&end_date=2026-03-01'
  const stats = await fetch(
    `${other.origin}/api/v2/publisher/applications/stats?developer=studio&${days}`,
    { headers: { authorization: `Bearer ${key}` } },
  )
  const { data } = (await stats.json()) as { data: { data: { impressions: number } }[] }
  expect(data.map((app) => app.data.impressions)).toEqual([points.length])
}, 300_000)
