import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adtally, adtallyWorks, serve } from './run-adtally.ts'
import { serveProcess } from './spawn-adtally.ts'
import { newStudio, operatorOf, studioKey } from './studio.ts'

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

/** Files of a directory that contain a text. */
async function filesWith(directory: string, text: string): Promise<string[]> {
  const names = await readdir(directory, { recursive: true })
  const found: string[] = []
  for (const name of names) {
    const path = join(directory, name)
    if (!(await stat(path)).isFile()) continue
    if ((await readFile(path)).includes(text)) found.push(name)
  }
  return found
}

test('a server.json that others can read is made private', async () => {
  const { directory } = await newStudio()
  await writeFile(join(directory, 'server.json'), '{"url":"http://127.0.0.1:9","token":"x"}')
  await chmod(join(directory, 'server.json'), 0o644)
  const server = await serve(['--data-dir', directory])
  expect(await modeOf(join(directory, 'server.json'))).toBe('600')
  await server.stop()
})

test('no file contains a key in plain text, and only the owner can read secrets', async () => {
  const { directory, folder } = await newStudio()
  const env = { ADTALLY_DATA_DIR: directory }
  const issued = (await adtallyWorks(['accounts', 'create', 'other'], { env })).trim()
  await adtallyWorks(['import', 'stats', 'stats.csv'], { cwd: folder, env })
  const server = await serveProcess([], { env })
  const through = (await adtallyWorks(['accounts', 'create', 'third'], { env })).trim()
  const rotated = (await adtallyWorks(['accounts', 'rotate-key', 'other'], { env })).trim()
  const api = `${server.baseUrl}/api/v2/publisher/applications`
  expect((await fetch(`${api}?developer=third&key=${through}`)).status).toBe(200)
  const { token } = await operatorOf(directory)
  expect(await modeOf(join(directory, 'secret.key'))).toBe('600')
  expect(await modeOf(join(directory, 'server.json'))).toBe('600')
  const look = async () => {
    for (const key of [studioKey, issued, through, rotated]) {
      expect(await filesWith(directory, key)).toEqual([])
    }
    expect(await filesWith(directory, 'no such text is anywhere')).toEqual([])
  }
  await look()
  expect(await filesWith(directory, token)).toEqual(['server.json'])
  await server.stop()
  await look()
  expect(await filesWith(directory, token)).toEqual([])
})

test('a server prints no key, not even a rejected one, at any log level', async () => {
  const { directory } = await newStudio()
  const env = { ADTALLY_DATA_DIR: directory, ADTALLY_LOG_LEVEL: 'debug' }
  const server = await serveProcess([], { env })
  const api = `${server.baseUrl}/api/v2/publisher/applications`
  const rejected = 'rejected-key-of-nobody-0123456789'
  await fetch(`${api}?developer=studio&key=${studioKey}`)
  await fetch(`${api}?developer=studio&key=${rejected}`)
  await fetch(`${api}/nowhere?key=${rejected}`)
  await fetch(api, { headers: { authorization: `Bearer ${rejected}` } })
  await fetch(`${api}/stats?developer=studio&key=${studioKey}&start_date=never`)
  const fresh = (await adtallyWorks(['accounts', 'create', 'other'], { env })).trim()
  const { token } = await operatorOf(directory)
  await server.stop()
  const printed = server.stdout() + server.stderr()
  expect(printed).toContain('/api/v2/publisher/applications')
  for (const secret of [studioKey, rejected, fresh, token]) expect(printed).not.toContain(secret)
})

test('a malformed secret gives one clear line that does not show it', async () => {
  const { directory } = await newStudio()
  await writeFile(join(directory, 'secret.key'), 'tampered-secret')
  const { code, stderr } = await adtally(['accounts', 'list', '--data-dir', directory])
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toHaveLength(1)
  expect(stderr).toContain('secret.key')
  expect(stderr).not.toContain('tampered-secret')
})
