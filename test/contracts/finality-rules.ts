import { expect, test } from 'vitest'
import type { FinalityRules } from '../../src/ledger/finality.ts'

/** The cases for every adapter of the port `FinalityRules`. @param open opens an empty store */
export function finalityRuleCases(open: () => Promise<FinalityRules>): void {
  test('each network has the finality rule that was set last', async () => {
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
