import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { KeyClient, newClientStudio } from './machine/key-client.ts'
import { manyRows } from './machine/many-rows.ts'
import { limitMemory, whyNoMemoryLimit } from './machine/memory-limit.ts'
import { printFigures, sized } from './size.ts'

const rounds = sized(2, 6)
const rows = sized(60_000, 1_000_000)

/** Whether the kernel must not have to kill the server. */
const cases = [
  { limitMiB: sized(384, 512), env: {}, isEnough: false },
  { limitMiB: 1_024, env: { ADTALLY_MEMORY_LIMIT: '256MB' }, isEnough: true },
] as const

test.skipIf(whyNoMemoryLimit).each(cases)(
  `imports of ${rows} rows in $limitMiB MiB of memory are acknowledged and whole, or change nothing; $env`,
  { timeout: 120_000 + rounds * 400_000 },
  async ({ limitMiB, env, isEnough }) => {
    const studio = await newClientStudio()
    const host = limitMemory(limitMiB * 2 ** 20)
    const start = () => serveProcess([], { env: { ...studio.env, ...env }, host })
    const counted = { rounds, imported: 0, refused: 0, killed: 0, readings: 0, unread: 0 }
    let server = await start()
    let current = 0
    for (let round = 1; round <= rounds; round++) {
      const client = new KeyClient(server.baseUrl, studio.key)
      const body = [...manyRows(rows, round)].join('')
      let isOver = false
      const reading = (async () => {
        while (!isOver) {
          await client.impressions().then(
            (found) => {
              counted.readings++
              expect([current, rows * round]).toContain(found)
            },
            () => {
              counted.unread++
            },
          )
          await delay(50)
        }
      })()
      const answer = await client.post('/imports', body).catch(() => null)
      isOver = true
      await reading
      if (answer?.status === 201) counted.imported++
      else if (answer) counted.refused++
      if (answer) expect([201, 422, 503]).toContain(answer.status)
      if (!answer || server.child.exitCode !== null || server.child.signalCode !== null) {
        // Only the kernel ends the process: it never ends with a failure of its own.
        expect(await server.exited).toBeNull()
        counted.killed++
        server = await start()
      }
      const found = await new KeyClient(server.baseUrl, studio.key).impressions()
      if (answer) expect(found).toBe(answer.status === 201 ? rows * round : current)
      else expect([current, rows * round]).toContain(found)
      current = found
    }
    if (isEnough) expect(counted.killed).toBe(0)
    expect(await server.stop()).toBe(0)
    printFigures(`${limitMiB} MiB of memory`, { rows, ...env, ...counted })
  },
)
