import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FactName, factKinds, factNames } from '../../src/facts/kinds.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { type DrawnAccount, drawnEvent, happen, newAccounts } from './drawn-histories.ts'
import { KeptCopy, type Reading, wholeAnswer } from './kept-copy.ts'
import { shareServers } from './memory-servers.ts'
import { storedRows } from './stored-rows.ts'

const reading: fc.Arbitrary<Reading> = fc.record({
  limit: fc.option(fc.integer({ min: 1, max: 60 }), { freq: 2, nil: null }),
  // Doubles are drawn by their bits: most would be next to 0.
  share: fc.oneof(
    fc.constant(1),
    fc.integer({ min: 0, max: 999 }).map((part) => part / 1_000),
  ),
})

const step = fc.record({
  what: drawnEvent,
  /** The readings of each reader then: none, or until one of these ends with everything. */
  readings: batchOf(fc.array(reading, { maxLength: 3 })),
})

interface Publisher extends DrawnAccount {
  readonly copy: KeptCopy
}

const shared = shareSite()
const servers = shareServers(() => shared().installation)

test.each(factNames)(
  `${caseCount} copies of %s that are kept by changed slices alone equal the store, wherever their readers stop`,
  {
    timeout: propertyTimeoutMs,
  },
  async (kind) => {
    const site = shared()
    const seen = { cutOff: 0, checkpoints: 0, compared: 0 }
    const expectEqual = async ({ copy, id }: Publisher) => {
      seen.compared++
      expect(copy.rows()).toEqual(await storedRows(site, id, kind))
    }
    // Few batches are drawn, and fast-check begins with small values otherwise.
    await checkBatches(fc.noBias(fc.array(step, { minLength: 3, maxLength: 9 })), async (steps) => {
      const publishers = await newPublishers(site, kind)
      for (const { what, readings } of steps) {
        await happen(what, site, publishers, kind)
        for (const [nth, publisher] of publishers.entries()) {
          for (const one of readings[nth]!) {
            if (!(await publisher.copy.read(one))) continue
            await expectEqual(publisher)
            break
          }
        }
      }
      for (const publisher of publishers) {
        while (!(await publisher.copy.read(wholeAnswer)));
        await expectEqual(publisher)
        seen.cutOff += publisher.copy.cutOff
        seen.checkpoints += publisher.copy.checkpoints
      }
    })
    // The draws would prove little if readers never stopped, or had nowhere to go on from.
    // A single batch may have few of them.
    const least = caseCount >= 40 ? caseCount : 0
    expect(seen.cutOff).toBeGreaterThan(least)
    expect(seen.checkpoints).toBeGreaterThan(least / 2)
    expect(seen.compared).toBeGreaterThan(least)
  },
)

async function newPublishers(site: ImportSite, kind: FactName): Promise<Publisher[]> {
  const made = await newAccounts(site)
  return made.map((account) => ({
    ...account,
    copy: new KeptCopy(servers(), account.username, account.key, factKinds[kind]),
  }))
}
