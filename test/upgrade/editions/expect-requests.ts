import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { otherImportedNames } from '../../../src/facts/kinds.ts'
import { factFiles } from '../../property/fact-rows.ts'
import { type Edition, instantAfter } from './edition.ts'
import { inputs, laterBegun } from './history.ts'

/** Rows of six slices that no later import of the first edition changed, some with unknown counts. */
const [header, ...rows] = inputs['first.csv']!.trimEnd().split('\n')
const kept = rows.filter((row) => /^2026-02-0[34],(zap-ios|zap-android),(own|adm)/.test(row))
const withRequests = (requests: string) => [
  `${header},requests,matched_requests`,
  ...kept.map((row) => `${row},${requests}`),
]

/**
 * Expects figures that the first edition imported to be unchanged by the same rows, to be restated by
 * requests, and to have none again after an undo. Then rows of every other kind are taken, restated and undone.
 *
 * @param folder the working directory of commands
 */
export async function expectRequests(edition: Edition, folder: string): Promise<void> {
  let commands = 0
  const run = (...args: readonly string[]) =>
    edition.run(instantAfter(laterBegun, commands++), { args: [...args, '--json'] })
  const put = async (lines: readonly string[]) => {
    await writeFile(join(folder, 'requests.csv'), `${lines.join('\n')}\n`)
    return JSON.parse(await run('import', 'stats', 'requests.csv')) as Record<string, unknown>
  }
  const slices = new Set(kept.map((row) => row.split(',').slice(0, 3).join()))
  expect(slices.size).toBe(6)
  const unchanged = { slices: 6, replaced_slices: 6, unchanged_slices: 6 }
  const restated = { ...unchanged, unchanged_slices: 0 }

  expect(await put([header!, ...kept])).toMatchObject(unchanged)
  expect(await put(withRequests(','))).toMatchObject(unchanged)
  const first = await put(withRequests('900,'))
  expect(first).toMatchObject(restated)
  expect(await put(withRequests('900,'))).toMatchObject(unchanged)
  const second = await put(withRequests('900,0'))
  expect(second).toMatchObject(restated)
  await run('imports', 'undo', String(second.import))
  expect(await put(withRequests('900,'))).toMatchObject(unchanged)
  await run('imports', 'undo', String(Number(second.import) + 2))
  await run('imports', 'undo', String(Number(first.import) + 1))
  await run('imports', 'undo', String(first.import))
  expect(await put([header!, ...kept])).toMatchObject(unchanged)

  for (const kind of otherImportedNames) {
    const { columns, lineOf } = factFiles[kind]
    const row = { day: '2026-03-01', app: 'zap-ios', source: 'max', country: 'US' }
    const stating = (count: number) => put([columns, lineOf({ ...row, count })])
    expect(await stating(1)).toMatchObject({ kind, slices: 1, replaced_slices: 0 })
    const later = await stating(2)
    expect(later).toMatchObject({ kind, replaced_slices: 1, unchanged_slices: 0 })
    await run('imports', 'undo', String(later.import))
    expect(await stating(1)).toMatchObject({ kind, replaced_slices: 1, unchanged_slices: 1 })
  }
}
