import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }

const script = join(import.meta.dirname, '../release/date-changelog.ts')
const changelog = `# Changes

## 0.3, unreleased

- A change.

## 0.2.0, 2026-03-01

- An earlier one.
`

let path: string
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-changelog-'))
  path = join(folder, 'CHANGELOG.md')
  return () => rmSync(folder, { recursive: true })
})

/** Runs what `npm version` runs. */
function release(text: string, version: string) {
  writeFileSync(path, text)
  const env = { PATH: process.env.PATH ?? '', npm_package_version: version }
  const { status, stderr } = spawnSync(process.execPath, [script, path], { encoding: 'utf8', env })
  return { status, stderr, text: readFileSync(path, 'utf8') }
}

test('a release dates the unreleased changes, and only these', () => {
  const { status, text } = release(changelog, '0.3.0')
  expect(status).toBe(0)
  expect(text).toMatch(/^## 0\.3\.0, \d{4}-\d{2}-\d{2}$/m)
  expect(text.replace(/0\.3\.0, .*/, '0.3, unreleased')).toBe(changelog)
})

test.each([
  ['of another version', changelog, '0.4.0', 'prepares 0.3, and the release is 0.4.0'],
  ['of a version that only begins alike', changelog, '0.30.0', 'prepares 0.3'],
  ['without changes', changelog.replace('- A change.\n', ''), '0.3.0', 'has no entries for 0.3'],
  ['after which nothing changed', '# Changes\n\n## 0.2.0, 2026-03-01\n', '0.3.0', 'has no part'],
])('a release %s is refused', (_, text, version, expected) => {
  const refused = release(text, version)
  expect(refused).toMatchObject({ status: 1, text, stderr: expect.stringContaining(expected) })
})

test("this project's changelog is ready to be dated", () => {
  const text = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
  if (!text.includes(', unreleased')) return
  expect(release(text, manifest.version)).toMatchObject({ status: 0 })
})
