import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')

/** Imports that the check of the arrows cannot read. */
const hidden = {
  'in-a-type': "export type Found = import('./day.ts').Day\n",
  'in-typeof': "export type Found = typeof import('./day.ts')\n",
  'in-a-parameter': "export const read = (days: import('./day.ts').Day[]) => days\n",
  'in-a-type-argument': "export const days = new Set<import('./day.ts').Day>()\n",
  'in-satisfies': "export const day = 1 satisfies import('./day.ts').Day\n",
  'in-a-template': 'export const day = await import(`./day.ts`)\n',
  'in-an-expression': "export const load = (name: string) => import('./' + name)\n",
}
const plain = {
  type: "import type { Day } from './day.ts'\n\nexport type Found = Day\n",
  dynamic: "export const day = await import('./day.ts')\n",
}

let copy: string
let refused: ReadonlySet<string>

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'adtally-hidden-imports-'))
  for (const part of ['lint', 'biome.json', 'package.json', '.gitignore']) {
    cpSync(join(project, part), join(copy, part), { recursive: true })
  }
  mkdirSync(join(copy, 'src/values'), { recursive: true })
  for (const [name, text] of Object.entries({ ...hidden, ...plain })) {
    writeFileSync(join(copy, `src/values/${name}.ts`), text)
  }
  const biome = join(project, 'node_modules/.bin/biome')
  const { stdout } = spawnSync(biome, ['lint', '--reporter=github', 'src'], { cwd: copy })
  const errors = String(stdout).matchAll(/^::error title=plugin,file=src\/values\/([a-z-]+)\.ts/gm)
  refused = new Set([...errors].map(([, name]) => name!))
})

afterAll(() => rmSync(copy, { recursive: true }))

test.each(Object.keys(hidden))('an import that is hidden %s is refused', (name) => {
  expect(refused).toContain(name)
})

test.each(Object.keys(plain))('a plain %s import is allowed', (name) => {
  expect(refused).not.toContain(name)
})
