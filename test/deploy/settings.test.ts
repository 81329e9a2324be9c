import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allSettings } from '../../src/config/catalogue.ts'
import { readGiven } from '../../src/config/given-settings.ts'
import { parseToml } from '../../src/config/toml.ts'

const folder = join(import.meta.dirname, '../../deploy')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(folder, name)).isFile(),
)
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')

// Scripts have variables of their own.
const configured = files.filter((name) => !name.endsWith('.sh'))

test.each(configured)('%s sets only variables that exist', (name) => {
  const known = [...allSettings.map(({ variable }) => variable), 'ADTALLY_CONFIG']
  for (const [variable] of textOf(name).matchAll(/ADTALLY_\w+/g)) expect(known).toContain(variable)
})

test.each(files.filter((name) => name.endsWith('compose.yaml')))(
  '%s mounts and builds from files that exist, needs its variables, and gives servers time to end',
  (name) => {
    const text = textOf(name)
    const own = join(folder, name, '..')
    // Without a value, Compose stops and names the variable.
    for (const [, variable] of text.matchAll(/(\$\{[^}]*\})/g)) expect(variable).toMatch(/:\?\}$/)
    for (const [, path] of text.matchAll(/"(\.\/[\w./-]+):\//g)) {
      expect(statSync(join(own, path!)).isFile()).toBe(true)
    }
    for (const [, context, dockerfile] of text.matchAll(/context: (\S+), dockerfile: (\S+) }/g)) {
      expect(statSync(join(own, context!, dockerfile!)).isFile()).toBe(true)
      expect(text).toContain('stop_grace_period: 40s')
    }
  },
)

test('adtally.toml can be read, also with its comments as settings', async () => {
  const text = textOf('adtally.toml')
  const all = text.replace(/^# (?=[a-z-]+ = )/gm, '')
  const read = async (toml: string) => readGiven(await parseToml(toml), allSettings, '/etc/adtally')
  const { given, faults } = await read(text)
  expect(faults).toEqual([])
  expect([...given.keys()]).toEqual(['data-dir', 'base-url', 'trusted-proxies'])
  const more = await read(all)
  expect(more.faults).toEqual([])
  expect(more.given.size).toBeGreaterThan(given.size)
})
