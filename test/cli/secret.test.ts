import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { startFakeNetworks } from '../fake-networks/start.ts'
import { addSealedValues, withInstallation } from '../fixtures/sealed-values.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { serveProcess } from './spawn-adtally.ts'
import { newFolder, newStudio, type Studio, studioKey } from './studio.ts'

const rotate = ['secret', 'rotate']
const showKey = ['keys', 'show', 'studio', 'default']
const freshSecret = () => randomBytes(32).toString('base64')
const secretOf = ({ directory }: Studio) => readFile(join(directory, 'secret.key'), 'utf8')

/** The key that the account began with, as the vault opens it. */
const keyOf = async ({ options }: Studio) => (await adtallyWorks(showKey, options)).trim()

describe('adtally secret rotate', () => {
  const fake = shareSite(() => startFakeNetworks({ rateScale: 1e6 }))

  test('encrypts keys, second factors, credentials, channels, destinations and signing keys again, and signs nobody out', async () => {
    const studio = await newStudio()
    const { directory, options } = studio
    const stores = dataDirectory(directory)
    const sealed = await withInstallation(stores, fake, (one) => addSealedValues(one, fake))
    const before = await secretOf(studio)
    const rotated = await adtally([...rotate, '--json'], options)
    expect({ ...rotated, stdout: JSON.parse(rotated.stdout) }).toEqual({
      code: 0,
      stderr: '',
      stdout: {
        secret_file: stores.secret,
        api_keys: 2,
        second_factors: 1,
        credentials: 1,
        channels: 1,
        destinations: 1,
        signing_keys: 1,
        unopened: [],
      },
    })
    const after = await secretOf(studio)
    expect(after).not.toBe(before)
    expect((await stat(stores.secret)).mode & 0o777).toBe(0o600)
    expect((await readdir(directory)).filter((name) => name.startsWith('secret'))).toEqual([
      'secret.key',
    ])
    // Values that the earlier secret opens are gone.
    const sqlite = new DatabaseSync(stores.relational)
    expect(sqlite.prepare('SELECT login FROM connections').all()).toEqual([{ login: null }])
    expect(sqlite.prepare('SELECT * FROM network_places').all()).toEqual([])
    sqlite.close()
    await withInstallation(stores, fake, sealed.expectOpen)
    expect(await keyOf(studio)).toBe(studioKey)
    const [event] = await adtallyJson(['audit', '--action', 'secret_rotated'], options)
    expect(event).toMatchObject({
      actor: 'command',
      facts: {
        api_keys: 2,
        second_factors: 1,
        credentials: 1,
        channels: 1,
        destinations: 1,
        signing_keys: 1,
        unopened: 0,
      },
    })

    await writeFile(stores.secret, before)
    const line = expectOneClearLine(await adtally(showKey, options))
    expect(line).toContain('secret.key belongs to another installation')
    expect(line).toContain('or is from before its secret was rotated')
    await writeFile(stores.secret, after)
    expect(expectOneClearLine(await adtally(['serve', '--port', 'x'], options))).toContain('port')
    await adtallyWorks(rotate, options)
    await withInstallation(stores, fake, sealed.expectOpen)
  })

  test('names what cannot be decrypted, and leaves it as it was', async () => {
    const studio = await newStudio()
    const { directory, options } = studio
    await adtallyWorks(['keys', 'create', 'studio', 'broken'], options)
    const file = join(directory, 'adtally.sqlite')
    const brokenKey = () => {
      const sqlite = new DatabaseSync(file)
      const row = sqlite.prepare("SELECT key_sealed FROM api_keys WHERE name = 'broken'").get()!
      sqlite.close()
      return Buffer.from(row.key_sealed as Uint8Array).toString('hex')
    }
    const sqlite = new DatabaseSync(file)
    sqlite.exec("UPDATE api_keys SET key_sealed = zeroblob(40) WHERE name = 'broken'")
    sqlite.close()
    const { code, stdout, stderr } = await adtally(rotate, options)
    expect(code).toBe(0)
    expect(stderr).toBe(
      'adtally: warning: The API key broken of studio could not be decrypted, and stays as it was. Replace it: adtally keys rotate studio broken\n',
    )
    expect(stdout).toMatch(
      /^Encrypted with the new secret: 1 API key, 0 second factors, 0 credentials, 0 channels, 0 destinations and 0 signing keys\./,
    )
    expect(brokenKey()).toBe('00'.repeat(40))
    expect(await keyOf(studio)).toBe(studioKey)
    const shown = await adtally(['keys', 'show', 'studio', 'broken'], options)
    expect(expectOneClearLine(shown)).toContain('Replace it: adtally keys rotate studio broken')
    await adtallyWorks(['keys', 'rotate', 'studio', 'broken'], options)
    expect((await adtally(rotate, options)).stderr).toBe('')
  })

  test('with --new-secret-file, writes no file: the operator puts it in place', async () => {
    const studio = await newStudio()
    const { directory, folder, options } = studio
    const before = await secretOf(studio)
    await writeFile(join(folder, 'next'), freshSecret())
    const withFile = [...rotate, '--new-secret-file', 'next']
    const printed = await adtallyWorks(withFile, options)
    expect(printed).toContain(`Put ${join(folder, 'next')} in the place of `)
    expect(await secretOf(studio)).toBe(before)
    expect(expectOneClearLine(await adtally(showKey, options))).toContain('was rotated')
    await rename(join(folder, 'next'), join(directory, 'secret.key'))
    expect(await keyOf(studio)).toBe(studioKey)
  })

  test.each([
    ['is missing', null, /ENOENT.*next/],
    ['is no secret', 'tampered-secret', /next contains no secret.*openssl rand -base64 32/],
    ['is the current one', 'present', /next contains the current secret/],
  ])('refuses a new secret that %s, and changes nothing', async (_, text, expected) => {
    const studio = await newStudio()
    const { folder, options } = studio
    const before = await secretOf(studio)
    if (text !== null) await writeFile(join(folder, 'next'), text === 'present' ? before : text)
    const line = expectOneClearLine(
      await adtally([...rotate, '--new-secret-file', 'next'], options),
    )
    expect(line).toMatch(expected)
    expect(line).not.toContain('tampered-secret')
    expect(await secretOf(studio)).toBe(before)
    expect(await keyOf(studio)).toBe(studioKey)
  })

  test('replaces the file that a link leads to', async () => {
    const studio = await newStudio()
    const { directory, folder, options } = studio
    await mkdir(join(folder, 'safe'))
    const file = join(folder, 'safe', 'adtally')
    await rename(join(directory, 'secret.key'), file)
    await symlink(file, join(directory, 'secret.key'))
    const before = await readFile(file, 'utf8')
    await adtallyWorks(rotate, options)
    expect(await readFile(file, 'utf8')).not.toBe(before)
    expect(await readdir(join(folder, 'safe'))).toEqual(['adtally'])
    expect(await keyOf(studio)).toBe(studioKey)
  })

  test('is refused while a server runs, and where there is no data', async () => {
    const studio = await newStudio()
    const before = await secretOf(studio)
    const server = await serveProcess([], studio.options)
    const line = expectOneClearLine(await adtally(rotate, studio.options))
    expect(line).toContain('Another process is using')
    await server.stop()
    expect(await secretOf(studio)).toBe(before)
    const empty = join(await newFolder(), 'typo')
    const refused = await adtally([...rotate, '--data-dir', empty])
    expect(expectOneClearLine(refused)).toContain('there is no data in')
  })
})
