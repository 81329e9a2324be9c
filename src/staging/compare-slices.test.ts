import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { fingerprint, fingerprintVersion } from './compare-slices.ts'
import { ScratchDatabase } from './scratch-database.ts'

type Requests = readonly [requests: number | null, matched: number | null]

/** The fingerprint of two rows with these ad requests and matched requests. */
async function fingerprintOf(first: Requests, second: Requests): Promise<unknown> {
  const scratch = await ScratchDatabase.open(1, tmpdir())
  const counts = (requests: Requests) => requests.map((count) => `${count}::BIGINT`).join(', ')
  const rows = `(VALUES
    (1::USMALLINT, 29::USMALLINT, 0::UINTEGER, 1000::BIGINT, 5::BIGINT, NULL::BIGINT, 1250000::BIGINT, ${counts(first)}),
    (1::USMALLINT, 30::USMALLINT, 7::UINTEGER, 400::BIGINT, 0::BIGINT, 3::BIGINT, -7::BIGINT, ${counts(second)})
  ) AS rows(format, country, ad_tag, impressions, clicks, installs, revenue_micros, requests, matched_requests)`
  const found = await scratch.withConnection(async (connection) => {
    const reader = await connection.runAndReadAll(`SELECT ${fingerprint} FROM ${rows}`)
    return reader.getRows()[0]?.[0]
  })
  scratch.close()
  return found
}

const unknown: Requests = [null, null]

// A fingerprint that was stored is compared with those of later releases. If this fails after an
// upgrade of DuckDB, count `fingerprintVersion` up and write the new values here.
test('fingerprints of version 1 never change', async () => {
  expect(fingerprintVersion).toBe(1)
  // This one is from before figures had requests.
  expect(await fingerprintOf(unknown, unknown)).toBe(2_108_332_550_362_776_879n)
  expect(await fingerprintOf([9, 3], unknown)).toBe(2_209_504_887_718_934_758n)
})

test('every difference of requests gives another fingerprint, and so does which row has them', async () => {
  const cases: [Requests, Requests][] = [
    [unknown, unknown],
    ...([unknown, [0, null], [null, 0], [0, 0], [9, 3], [3, 9]] as const).flatMap(
      (one): [Requests, Requests][] => [
        [one, [9, null]],
        [[9, null], one],
      ],
    ),
    [
      [0, 0],
      [0, 0],
    ],
    [
      [1, 1],
      [1, 1],
    ],
  ]
  const found = await Promise.all(cases.map(([first, second]) => fingerprintOf(first, second)))
  expect(new Set(found).size).toBe(cases.length)
})
