import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }

const workflows = join(import.meta.dirname, '../../.github/workflows')

test.each(readdirSync(workflows))('%s runs npm scripts that exist', (file) => {
  const text = readFileSync(join(workflows, file), 'utf8')
  const named = [...text.matchAll(/npm (?:run )?(?:-s )?(test[a-z:]*|check[a-z:]*|build)\b/g)]
  expect(named.length).toBeGreaterThan(0)
  for (const [, script] of named) expect(Object.keys(packageJson.scripts)).toContain(script)
})
