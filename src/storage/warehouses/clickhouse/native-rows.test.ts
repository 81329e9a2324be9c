import { expect, test } from 'vitest'
import { nativeBlocks } from './native-rows.ts'

const column = { name: 'date', type: { kind: 'day' }, isOptional: false, comment: '' } as const

async function write(days: readonly number[]): Promise<void> {
  const batches = (async function* () {
    yield { rowCount: days.length, cells: [{ kind: 'day' as const, days }] }
  })()
  for await (const _ of nativeBlocks([column], batches));
}

test('days that ClickHouse does not have are refused, because they would be others', async () => {
  await write([0, 65_535])
  await expect(write([0, -1])).rejects.toThrow('1969-12-31')
  await expect(write([65_536])).rejects.toThrow('2149-06-07')
})
