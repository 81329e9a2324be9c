import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')

/** Imports whose target the check of the arrows cannot determine. */
const hidden = {
  'a sum': "export const load = (name: string) => import('./' + name)\n",
  'a template': `export const load = (name: string) => import(\`./\${name}.ts\`)\n`,
  'a call': 'export const load = (url: URL) => import(url.href)\n',
}
const plain = {
  'a path': "export const day = await import('./day.ts')\n",
  'a package': "export const kysely = await import('kysely')\n",
}
const fileOf = (name: string) => `${name.replaceAll(' ', '-')}.ts`

let copy: string
let refused: ReadonlySet<string>

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'adtally-hidden-imports-'))
  for (const part of ['lint', 'biome.json', 'package.json', '.gitignore']) {
    cpSync(join(project, part), join(copy, part), { recursive: true })
  }
  mkdirSync(join(copy, 'src/values'), { recursive: true })
  for (const [name, text] of Object.entries({ ...hidden, ...plain })) {
    writeFileSync(join(copy, 'src/values', fileOf(name)), text)
  }
  const biome = join(project, 'node_modules/.bin/biome')
  const { stdout } = spawnSync(biome, ['lint', '--reporter=github', 'src'], { cwd: copy })
  const errors = String(stdout).matchAll(/^::error title=plugin,file=src\/values\/([a-z-]+\.ts)/gm)
  refused = new Set([...errors].map(([, name]) => name!))
})

afterAll(() => rmSync(copy, { recursive: true }))

test.each(Object.keys(hidden))('an import of %s is refused', (name) => {
  expect(refused).toContain(fileOf(name))
})

test.each(Object.keys(plain))('an import of %s is allowed', (name) => {
  expect(refused).not.toContain(fileOf(name))
})
