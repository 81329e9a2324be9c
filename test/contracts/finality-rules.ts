import { expect, test } from 'vitest'
import type { FinalityRules } from '../../src/ledger/finality.ts'

/** What every adapter of the port `FinalityRules` keeps. @param open opens an empty store */
export function finalityRuleCases(open: () => Promise<FinalityRules>): void {
  test('finality rules are kept by network, the last one that was set', async () => {
    const rules = await open()
    expect(await rules.all()).toEqual(new Map())
    await rules.set('ownnet', 3)
    await rules.set('admob', 30)
    await rules.set('ownnet', 0)
    expect([...(await rules.all())]).toEqual([
      ['admob', 30],
      ['ownnet', 0],
    ])
  })
}
