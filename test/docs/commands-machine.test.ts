import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { shareSite } from '../fixtures/share-site.ts'
import { root } from './command-blocks.ts'
import { blocksOf, operatorPages } from './command-pages.ts'
import { daysAgo } from './docs-files.ts'
import { hasCurl } from './docs-shell.ts'
import { openWorld } from './docs-world.ts'

/** Texts of the pages, and the texts that a reader would write today. */
const today: Readonly<Record<string, string>> = {
  '2026-10-01': daysAgo(2),
  '2026-10-31': daysAgo(2),
  '2026-11-19': daysAgo(3),
  DIR: '/srv/backups/2026-03-01',
}

// The commands reach the test with curl.
describe.skipIf(!hasCurl)('the commands run, in order, of', () => {
  const world = shareSite(() => openWorld({ server: 'none' }))
  beforeAll(async () => {
    cpSync(join(root, 'deploy'), join(world.folder, 'deploy'), { recursive: true })
  })

  describe.each(operatorPages)('%s', (page) => {
    test.each(blocksOf(page))('line %i', async (_line, commands) => {
      const written = commands.map((command) =>
        command.replace(/\b(2026-1[01]-\d\d|DIR)\b/g, (shown) => today[shown]!),
      )
      await expect(world.shell.run(written)).resolves.toBeTypeOf('string')
    })
  })
})
