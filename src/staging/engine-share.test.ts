import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { LargeImports } from './engine-share.ts'
import { openEngine } from './open-engine.ts'
import { withConnection } from './scratch-database.ts'

test('large imports have another share until the last one has ended, also when one fails', async () => {
  const instance = await openEngine({ path: ':memory:', threads: 1, spillDirectory: tmpdir() })
  const usual = { threads: 1, memoryLimit: '800MB' }
  const imports = new LargeImports(usual, { threads: 2, memoryLimit: '400MB' })
  const share = () =>
    withConnection(instance, async (connection) => {
      const reader = await connection.runAndReadAll(
        "SELECT current_setting('threads'), current_setting('memory_limit')",
      )
      return reader.getRows()[0]!.map(String)
    })
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const seen: string[][] = []
  const run = (work: Promise<void>) =>
    withConnection(instance, (connection) =>
      imports.during(connection, async () => {
        seen.push(await share())
        await work
      }),
    )
  const both = [run(first.promise), run(second.promise)]
  first.promise.catch(() => undefined)
  first.reject(new Error('The first one failed.'))
  await expect(both[0]).rejects.toThrow('The first one failed.')
  seen.push(await share())
  second.resolve()
  await both[1]
  expect(seen).toEqual(Array(3).fill(['2', '381.4 MiB']))
  expect(await share()).toEqual(['1', '762.9 MiB'])
  instance.closeSync()
})
