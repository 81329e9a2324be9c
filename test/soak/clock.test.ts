import { expect, onTestFinished, test } from 'vitest'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { NaiveHistory } from '../property/naive-history.ts'
import { Draw } from './draw.ts'
import { FakedClock, whyNoFakedClock } from './machine/faked-clock.ts'
import { KeyClient, newClientStudio, signIn } from './machine/key-client.ts'
import { printFigures, sized } from './size.ts'

const jumps = sized(12, 300)
const daySeconds = 86_400
/** An entry more than this after the last one is refused. */
const maxIdleMs = 400 * daySeconds * 1_000
/** The test and the server read their clocks at different moments. */
const toleranceMs = 60_000

const offsets = [0, 0, 0, 60, 3_600, -3_600, 5 * 3_600, -5 * 3_600].concat(
  [1, -1, 8, 40, -40, 3_650, -3_650].map((days) => days * daySeconds),
)

test.skipIf(whyNoFakedClock)(
  `${jumps} jumps of a server's clock lose and change no figures, and stamp no entry years ahead`,
  { timeout: 120_000 + jumps * 5_000 },
  async () => {
    const draw = new Draw('clock')
    const studio = await newClientStudio()
    const clock = new FakedClock(studio.folder)
    const start = () => serveProcess([], { env: { ...studio.env, ...clock.env } })
    let server = await start()
    onTestFinished(async () => void (await server.stop('SIGKILL')))
    const keyUntilMs = Date.now() + 30 * daySeconds * 1_000
    const expiring = await studio.createKey('expiring', ['--expires', isoOf(keyUntilMs)])
    const session = await signIn(server.baseUrl, studio.password)
    const sessionUntilMs = Date.now() + 7 * daySeconds * 1_000
    const model = new NaiveHistory()
    const counted = { jumps, imports: 0, undos: 0, refused: 0, expiredKeys: 0, restarts: 0 }
    let lastMs = 0
    /** Whether the clock is so far ahead that no entry may get its time. */
    const isAhead = () => lastMs > 0 && clock.nowMs() - lastMs > maxIdleMs

    for (let nth = 0; nth < jumps; nth++) {
      clock.jumpTo(draw.of(offsets))
      if (draw.oneIn(20)) {
        expect(await server.stop()).toBe(0)
        server = await start()
        counted.restarts++
      }
      const client = new KeyClient(server.baseUrl, studio.key)
      const { notUndone } = model
      if (notUndone.length > 3 && draw.oneIn(3)) {
        const id = draw.of(notUndone)
        const { status, body } = await client.undo(id)
        expect([status, isAhead()], JSON.stringify(body)).toEqual([
          isAhead() ? 503 : 200,
          isAhead(),
        ])
        if (status === 200) {
          model.undo(id)
          counted.undos++
        } else counted.refused++
      } else {
        const day = `2026-03-0${1 + draw.below(9)}`
        const impressions = 1 + draw.below(1_000)
        const { status, body } = await client.importRow(day, impressions)
        expect([status, isAhead()], JSON.stringify(body)).toEqual([
          isAhead() ? 503 : 201,
          isAhead(),
        ])
        if (status === 201) {
          model.import(body.import!, new Map([[day, [`${day} ${impressions}`]]]))
          counted.imports++
        } else counted.refused++
      }
      const newest = await client.newestEntryMs()
      expect(newest).toBeGreaterThanOrEqual(lastMs)
      expect(newest).toBeLessThan(Math.max(lastMs, isAhead() ? 0 : clock.nowMs()) + toleranceMs)
      lastMs = newest
      expect(await client.impressions()).toBe(sumOf(model))
      const isKeyOver = clock.nowMs() > keyUntilMs
      if (isKeyOver) counted.expiredKeys++
      const asked = await new KeyClient(server.baseUrl, expiring).status()
      expect(asked).toBe(isKeyOver ? 401 : 200)
      const shown = await fetch(`${server.baseUrl}/dashboard/api/account`, { headers: session })
      expect(shown.status).toBe(clock.nowMs() > sessionUntilMs ? 401 : 200)
      const ready = await fetch(`${server.baseUrl}/readyz`)
      expect(ready.status).toBe(200)
    }
    clock.jumpTo(0)
    expect(await server.stop()).toBe(0)
    server = await start()
    expect(await new KeyClient(server.baseUrl, studio.key).impressions()).toBe(sumOf(model))
    expect(await server.stop()).toBe(0)
    expect(await studio.countRecorded('figures_imported')).toBe(counted.imports)
    printFigures('clock', counted)
  },
)

const isoOf = (epochMs: number): string => new Date(epochMs).toISOString()

const sumOf = (model: NaiveHistory): number =>
  model.figures().reduce((sum, line) => sum + Number(line.split(' ')[1]), 0)
