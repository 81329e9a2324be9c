import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { KeyClient, newClientStudio } from './machine/key-client.ts'
import { printFigures, sized } from './size.ts'

const syncMs = sized(200, 1_000)
const changes = sized(3, 20)

/** @returns the library; null without a C compiler */
function compileSlowSync(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-slow-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const library = join(folder, 'slow-sync.so')
  const source = join(import.meta.dirname, 'machine', 'slow-sync.c')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl'], { stdio: 'pipe' })
    return library
  } catch {
    return null
  }
}

test(`questions are answered while each sync of the disk takes ${syncMs} ms`, {
  timeout: 120_000 + changes * syncMs * 60,
}, async ({ skip }) => {
  const library = compileSlowSync()
  if (!library) return skip('there is no C compiler')
  const studio = await newClientStudio()
  const slow = { LD_PRELOAD: library, SLOW_SYNC_MS: String(syncMs) }
  const server = await serveProcess([], { env: { ...studio.env, ...slow } })
  const client = new KeyClient(server.baseUrl, studio.key)
  const readMs: number[] = []
  const changeMs: number[] = []
  let expected = 0
  for (let nth = 1; nth <= changes; nth++) {
    const before = performance.now()
    let isOver = false
    const changing = client.importRow('2026-03-01', nth).finally(() => {
      isOver = true
    })
    while (!isOver) {
      const asked = performance.now()
      expect([expected, nth]).toContain(await client.impressions())
      readMs.push(performance.now() - asked)
      await delay(20)
    }
    expect((await changing).status).toBe(201)
    changeMs.push(performance.now() - before)
    expected = nth
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200)
  }
  expect(await server.stop()).toBe(0)
  const highest = (times: readonly number[]) => Math.round(Math.max(...times))
  const slowestReadMs = highest(readMs)
  const figures = { syncMs, changes, slowestChangeMs: highest(changeMs), readings: readMs.length }
  printFigures('slow disk', { ...figures, slowestReadMs })
})
