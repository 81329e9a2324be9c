import { expect, test } from 'vitest'
import type { HistoryHorizons } from '../../src/records/history-horizons.ts'

/** The cases of the horizon of history. @param open opens an empty store */
export function historyHorizonCases(open: () => Promise<HistoryHorizons>): void {
  test('the horizon of history only moves forward', async () => {
    const horizons = await open()
    expect(await horizons.current()).toBeNull()
    const [early, late] = [
      { entry: 7, sinceMs: 1_700_000_000_000 },
      { entry: 2 ** 32 - 1, sinceMs: 1_800_000_000_000 },
    ]
    await horizons.moveTo(early)
    await horizons.moveTo(early)
    expect(await horizons.current()).toEqual(early)
    await Promise.all([horizons.moveTo(late), horizons.moveTo({ entry: 9, sinceMs: 1 })])
    expect(await horizons.current()).toEqual(late)
  })
}
