import { describe, expect, test } from 'vitest'
import type { Dimension } from '../../src/reporting/report-request.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { countries } from '../../src/values/country.ts'
import { addDays } from '../../src/values/day.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { base, fine, march, tables } from './contract-plans.ts'
import { asBigInts, never, type OpenStore, put, readPlan, rowsOf } from './stored-figures.ts'

/** Large numbers, and answers that are not read to the end, for every store. */
export function limitCases(open: () => Promise<OpenStore>): void {
  const opened = renewSite(open)

  const one = {
    day: march(1),
    app: 11,
    network: 'ownnet',
    format: 'video',
    clicks: 1n,
    installs: 1n,
  }
  const most = 9_999_999_999_999_999n

  test('sums beyond 2^53 are exact', async () => {
    const codes = countries.slice(0, 3)
    await put(
      opened.slices,
      codes.map((country, index) => ({
        ...one,
        country,
        impressions: 999_999_999_999_999n - BigInt(index),
        revenueMicros: index === 2 ? -1n : most,
      })),
    )
    for (const table of tables) {
      const plan = { ...base, table, totals: [], dimensions: ['network'] as Dimension[] }
      const { rows, totals } = await readPlan(opened.store, plan)
      const sums = { impressions: 2_999_999_999_999_994n, revenueMicros: 19_999_999_999_999_997n }
      expect(rows[0]?.sums).toMatchObject(sums)
      expect(totals.map((total) => asBigInts(total.sums))).toMatchObject([sums])
    }
  })

  test('a sum that does not fit 64 bits is refused, and the next question is answered', async () => {
    // 2^63 - 1 is just over 922 times the largest value; six countries on each of 154 days exceed it.
    const days = Array.from({ length: 154 }, (_, index) => addDays(march(1), index))
    const rows = days.flatMap((date) =>
      countries.slice(0, 6).map((country) => ({
        ...one,
        day: date,
        country,
        impressions: 1n,
        revenueMicros: most,
      })),
    )
    await put(opened.slices, rows)
    const plan = { ...base, days: { firstDay: march(1), lastDay: days.at(-1)! } }
    for (const table of tables) {
      for (const dimensions of [[], ['network'], ['day']] as Dimension[][]) {
        const refused = readPlan(opened.store, { ...plan, table, dimensions, totals: [] })
        await expect(refused).rejects.toMatchObject({ code: 'figure_too_large' })
      }
      const week = await readPlan(opened.store, { ...base, table, totals: [] })
      // Nine days of six rows.
      expect(asBigInts(week.totals[0]!.sums)).toMatchObject({ revenueMicros: 54n * most })
    }
  })

  describe('an abort signal', () => {
    const reason = new Error('hung up')
    /** 40 days of every country: 10,040 rows, several chunks. */
    const many = Array.from({ length: 40 }, (_, index) => index).flatMap((index) =>
      countries.map((country) => ({
        ...one,
        day: addDays(march(1), index),
        country,
        impressions: 1n,
        revenueMicros: 1n,
      })),
    )
    const plan = {
      ...base,
      dimensions: fine,
      days: { firstDay: march(1), lastDay: addDays(march(1), 39) },
    }

    test('given before the query prevents it', async () => {
      await put(opened.slices, many)
      await expect(runPlan(plan, opened.store, AbortSignal.abort(reason))).rejects.toBe(reason)
    })

    test('given at once stops the query, and the next one runs', async () => {
      await put(opened.slices, many)
      const abort = new AbortController()
      const started = runPlan(plan, opened.store, abort.signal)
      abort.abort(reason)
      await expect(started.then(rowsOf)).rejects.toBe(reason)
      expect((await readPlan(opened.store, plan)).rows.length).toBe(many.length)
    })

    test('given while rows are read stops them, and the next query runs', async () => {
      await put(opened.slices, many)
      for (let round = 0; round < 20; round++) {
        const abort = new AbortController()
        const { chunks } = await runPlan(plan, opened.store, abort.signal)
        let read = 0
        const reading = (async () => {
          for await (const { rowCount } of chunks) {
            read += rowCount
            abort.abort(reason)
          }
        })()
        await expect(reading).rejects.toBe(reason)
        expect(read).toBeLessThan(many.length)
      }
      expect((await readPlan(opened.store, plan)).rows.length).toBe(many.length)
    })

    test('given after the last row changes nothing', async () => {
      await put(opened.slices, many)
      const abort = new AbortController()
      const rows = await rowsOf(await runPlan(plan, opened.store, abort.signal))
      const next = runPlan(plan, opened.store, never)
      abort.abort(reason)
      expect(await rowsOf(await next)).toEqual(rows)
    })
  })

  test('there can be as many totals as rows, and more than fit in a chunk', async () => {
    const dates = Array.from({ length: 20 }, (_, index) => addDays(march(1), index))
    const figures = dates.flatMap((date, index) =>
      countries.map((country) => ({
        ...one,
        day: date,
        country,
        impressions: BigInt(index),
        revenueMicros: 1n,
      })),
    )
    await put(opened.slices, figures)
    const days = { firstDay: dates[0]!, lastDay: dates.at(-1)! }
    for (const sorted of [true, false]) {
      const totals: Dimension[] = ['day', 'country']
      const answer = await readPlan(opened.store, {
        ...base,
        days,
        dimensions: fine,
        sorted,
        totals,
      })
      expect(answer.rows.length).toBe(figures.length)
      expect(answer.totals.length).toBe(figures.length)
      const shown = (sums: { impressions?: number | bigint }) => BigInt(sums.impressions ?? -1)
      // 251 countries on 20 days; each day has as many impressions as days before it: 251 × 190.
      for (const list of [answer.rows, answer.totals]) {
        expect(list.reduce((added, { sums }) => added + shown(sums), 0n)).toBe(251n * 190n)
      }
      const places = answer.totals.map(({ codes }) => `${codes.day} ${codes.country}`)
      expect(new Set(places).size).toBe(figures.length)
    }
  })
}
