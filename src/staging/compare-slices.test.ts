import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { fingerprint, fingerprintVersion } from './compare-slices.ts'
import { ScratchDatabase } from './scratch-database.ts'

// A fingerprint that was stored is compared with those of later releases. If this fails after an
// upgrade of DuckDB, count `fingerprintVersion` up and write the new value here.
test('fingerprints of version 1 never change', async () => {
  const scratch = await ScratchDatabase.open(1, tmpdir())
  const rows = `(VALUES
    (1::USMALLINT, 29::USMALLINT, 0::UINTEGER, 1000::BIGINT, 5::BIGINT, NULL::BIGINT, 1250000::BIGINT),
    (1::USMALLINT, 30::USMALLINT, 7::UINTEGER, 400::BIGINT, 0::BIGINT, 3::BIGINT, -7::BIGINT)
  ) AS rows(format, country, ad_tag, impressions, clicks, installs, revenue_micros)`
  const found = await scratch.withConnection(async (connection) => {
    const reader = await connection.runAndReadAll(`SELECT ${fingerprint} FROM ${rows}`)
    return reader.getRows()[0]?.[0]
  })
  scratch.close()
  expect([fingerprintVersion, found]).toEqual([1, 2_108_332_550_362_776_879n])
})
