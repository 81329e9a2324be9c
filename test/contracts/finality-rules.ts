import { expect, test } from 'vitest'
import type { AskedDays, FinalityRule, RulesByNetwork } from '../../src/ledger/finality.ts'
import type { FinalityRules } from '../../src/records/finality-rules.ts'

/** The cases of finality rules. @param open opens a store without rules that were set */
export function finalityRuleCases(
  open: (ofNetworks: (asked: readonly AskedDays[]) => RulesByNetwork) => Promise<FinalityRules>,
): void {
  const ownRule: FinalityRule = { days: 32, daysAfterMonth: 15, isSet: false }
  const set = (days: number): FinalityRule => ({ days, daysAfterMonth: null, isSet: true })

  test('each network has the finality rule that was set last', async () => {
    const rules = await open(() => new Map())
    expect(await rules.all(null)).toEqual(new Map())
    await rules.set('ownnet', 3)
    await rules.set('admob', 30)
    await rules.set('ownnet', 0)
    expect([...(await rules.all(null))]).toEqual([
      ['admob', set(30)],
      ['ownnet', set(0)],
    ])
  })

  test("a rule that was set replaces the network's own", async () => {
    const rules = await open(() => new Map([['admob', ownRule]]))
    expect([...(await rules.all(null))]).toEqual([['admob', ownRule]])
    await rules.set('admob', 40)
    expect([...(await rules.all(null))]).toEqual([['admob', set(40)]])
  })
}
