import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { copyFile, link, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from '../cli/run-adtally.ts'
import { spawnAdtally } from '../cli/spawn-adtally.ts'
import { newStudio, type Studio, studioKey } from '../cli/studio.ts'
import { mountSmallDisk, whyNoDisks } from './small-disk.ts'

const killer = fileURLToPath(new URL('kill-rotation.ts', import.meta.url))
const secretOf = ({ directory }: Studio) => readFile(join(directory, 'secret.key'), 'utf8')
const secretFiles = async ({ directory }: Studio) =>
  (await readdir(directory)).filter((name) => name.startsWith('secret')).sort()

/** Expects that the next start finds the right secret, and leaves no other. */
async function expectWhole(studio: Studio): Promise<void> {
  const key = await adtallyWorks(['keys', 'show', 'studio', 'default'], studio.options)
  expect(key.trim()).toBe(studioKey)
  expect(await secretFiles(studio)).toEqual(['secret.key'])
}

test.each([
  ['half of the file', true, false],
  ['file written', true, false],
  ['sealed', true, false],
  ['committed', true, true],
  ['renamed', false, true],
])('kill -9 at "%s" leaves one secret, and what it opens', async (point, leavesBoth, isNew) => {
  const studio = await newStudio()
  const before = await secretOf(studio)
  const options = { ...studio.options, env: { ...studio.options.env, KILL_AT: point } }
  const { code } = await spawnAdtally(['secret', 'rotate'], options, ['--import', killer])
  expect(code).toBe(null)
  expect(await secretFiles(studio)).toHaveLength(leavesBoth ? 2 : 1)
  await expectWhole(studio)
  expect((await secretOf(studio)) !== before).toBe(isNew)
  const { length } = await adtallyJson(['audit', '--action', 'secret_rotated'], studio.options)
  expect(length).toBe(isNew ? 1 : 0)
})

test('a rotation after one that was killed goes on from what was committed', async () => {
  const studio = await newStudio()
  const env = { ...studio.options.env, KILL_AT: 'committed' }
  await spawnAdtally(['secret', 'rotate'], { ...studio.options, env }, ['--import', killer])
  await adtallyWorks(['secret', 'rotate'], studio.options)
  await expectWhole(studio)
})

test('a link of the present secret beside it is removed', async () => {
  const studio = await newStudio()
  const file = join(studio.directory, 'secret.key')
  await link(file, `${file}.rotating`)
  await expectWhole(studio)
})

describe.skipIf(whyNoDisks !== null)(
  `a secret that Adtally cannot replace (${whyNoDisks ?? 'mounted'})`,
  () => {
    /** Expects a refusal that changes nothing, and that the secret is replaced by a given one. */
    async function expectGiven(studio: Studio, secretFile: string): Promise<void> {
      const { folder } = studio
      const env = { ...studio.options.env, ADTALLY_SECRET_FILE: secretFile }
      const options = { ...studio.options, env }
      const before = await readFile(secretFile, 'utf8')
      const line = expectOneClearLine(await adtally(['secret', 'rotate'], options))
      expect(line).toContain(`${secretFile} cannot be replaced (`)
      expect(line).toContain('--new-secret-file FILE')
      expect(await readFile(secretFile, 'utf8')).toBe(before)
      const show = ['keys', 'show', 'studio', 'default']
      expect((await adtallyWorks(show, options)).trim()).toBe(studioKey)
      const next = join(folder, 'next')
      await writeFile(next, randomBytes(32).toString('base64'))
      await adtallyWorks(['secret', 'rotate', '--new-secret-file', next], options)
      const later = { ...options, env: { ...env, ADTALLY_SECRET_FILE: next } }
      expect((await adtallyWorks(show, later)).trim()).toBe(studioKey)
    }

    test('is on a read-only file system', async () => {
      const studio = await newStudio()
      const disk = await mountSmallDisk(1)
      const file = join(disk.path, 'adtally')
      await copyFile(join(studio.directory, 'secret.key'), file)
      disk.remount('ro')
      await expectGiven(studio, file)
    })

    test('is mounted, so that its directory may be gone tomorrow', async () => {
      const studio = await newStudio()
      const file = join(studio.folder, 'mounted')
      await writeFile(file, '')
      const mounted = spawnSync('mount', ['--bind', join(studio.directory, 'secret.key'), file])
      expect(mounted.status, String(mounted.stderr)).toBe(0)
      onTestFinished(() => void spawnSync('umount', [file]))
      await expectGiven(studio, file)
    })
  },
)
