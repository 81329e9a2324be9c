import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  expectOneClearLine,
  failureLines,
  serve,
} from './run-adtally.ts'
import { newFolder, newStudio, studioKey } from './studio.ts'

async function folderWith(toml: string) {
  const folder = await newFolder()
  const path = join(folder, 'adtally.toml')
  await writeFile(path, toml)
  return { folder, path }
}

test('config prints every setting with its value and where it comes from', async () => {
  const { folder, path } = await folderWith('port = 9000\nrate-limit = 70\ninbox = "in"\n')
  const env = { ADTALLY_RATE_LIMIT: '80' }
  const printed = await adtallyWorks(['config', '--host', '::1'], { cwd: folder, env })
  expect(printed).toMatch(new RegExp(`^Settings file: ${path}\n\nsetting +value +from\n`))
  expect(printed).toMatch(/^data-dir +\.\/data +default$/m)
  expect(printed).toMatch(/^host +::1 +--host$/m)
  expect(printed).toMatch(new RegExp(`^port +9000 +${path}:1$`, 'm'))
  expect(printed).toMatch(new RegExp(`^inbox +${join(folder, 'in')} +${path}:3$`, 'm'))
  expect(printed).toMatch(/^rate-limit +80 +ADTALLY_RATE_LIMIT$/m)
  const { file, settings } = await adtallyJson(['config'], { cwd: folder, env })
  expect(file).toBe(path)
  expect(settings).toContainEqual({
    name: 'port',
    variable: 'ADTALLY_PORT',
    value: '9000',
    is_secret: false,
    from: 'file',
    file: path,
    line: 1,
  })
  expect(await adtallyWorks(['config'], { cwd: await newFolder() })).toMatch(
    /^Settings file: none; adtally\.toml in this folder would be read\n/,
  )
})

test('config never shows a secret, wherever it comes from, and warns of a file that others can read', async () => {
  const secret = 'hunter2hunter2'
  const { folder, path } = await folderWith(
    `database-url = "postgres://adtally:${secret}@db/adtally"`,
  )
  const env = {
    ADTALLY_CLICKHOUSE_URL: `http://adtally:${secret}@stats:8123/adtally`,
    ADTALLY_OIDC_CLIENT_SECRET: secret,
    https_proxy: `http://u:${secret}@proxy`,
  }
  await chmod(path, 0o644)
  for (const args of [['config'], ['config', '--json']]) {
    const { code, stdout, stderr } = await adtally(args, { cwd: folder, env })
    expect(code).toBe(0)
    expect(stdout + stderr).not.toContain(secret)
    expect(stderr).toBe(
      `adtally: warning: ${path} contains a secret, and other users can read it: chmod 600 ${path}\n`,
    )
  }
  await chmod(path, 0o600)
  const private_ = await adtally(['config'], { cwd: folder, env })
  expect(private_.stderr).toBe('')
  expect(private_.stdout).toMatch(/^database-url +\(set, not shown\) +\S+adtally\.toml:1$/m)
})

test('config fails when a value cannot be used, after it printed where it comes from', async () => {
  const outcome = await adtally(['config', '--port', '70000'], { cwd: await newFolder() })
  expect(outcome.code).toBe(1)
  expect(outcome.stdout).toMatch(/^port +70000 +--port$/m)
  expect(failureLines(outcome)).toEqual([
    'adtally: --port (or ADTALLY_PORT): "70000" is not a whole number from 0 to 65535',
  ])
})

test('every command reads the file, and the server warns of misspelt variables', async () => {
  const { folder, directory } = await newStudio()
  const elsewhere = await newFolder()
  await writeFile(
    join(elsewhere, 'adtally.toml'),
    `data-dir = "${directory}"\nbase-url = "https://ads.example.com/"`,
  )
  const options = { cwd: elsewhere }
  expect(await adtallyJson(['accounts', 'list'], options)).toMatchObject([{ username: 'studio' }])
  const link = ['links', 'create', 'studio', 'weekly', '--days', 'last_7']
  expect(await adtallyWorks(link, options)).toMatch(/^https:\/\/ads\.example\.com\/shared\//)
  const named = ['--config', join(elsewhere, 'adtally.toml')]
  expect(await adtallyJson(['accounts', 'list', ...named], { cwd: folder })).toHaveLength(1)
  const imported = await adtallyJson(['import', 'stats', 'stats.csv', ...named], { cwd: folder })
  expect(imported).toMatchObject({ rows: 2 })
  const env = { ADTALLY_PROT: '9' }
  const flags = ['--base-url', 'https://ads.example.com/adtally']
  const server = await serve(flags, { ...options, env })
  expect(server.baseUrl).toBe('https://ads.example.com/adtally')
  expect(server.stdout()).toContain('"msg":"base-url has a path (https://ads.example.com/adtally)')
  expect(server.stdout()).toContain(
    '"msg":"ADTALLY_PROT is not a setting. Did you mean ADTALLY_PORT?"',
  )
  expect(server.stdout()).not.toContain(studioKey)
  expect(await server.stop()).toBe(0)
})

test('a file with faults stops every command but help, version and completion', async () => {
  const { folder } = await folderWith('# settings\nprot = 1\n')
  const options = { cwd: folder }
  const fault = 'adtally: adtally.toml:2: "prot" is not a setting. Did you mean port?'
  for (const args of [['accounts', 'list'], ['config'], ['serve', '--port', '0']]) {
    expect(expectOneClearLine(await adtally(args, options))).toBe(fault)
  }
  for (const args of [['--help'], ['serve', '--help'], ['--version'], ['completion', 'bash']]) {
    await adtallyWorks(args, options)
  }
  await writeFile(join(folder, 'adtally.toml'), 'prot = 1\nport = 1\nhots = ""\n')
  const outcome = await adtally(['accounts', 'list'], options)
  expect(failureLines(outcome)).toEqual([
    'adtally: adtally.toml has 2 faults:',
    'adtally.toml:1: "prot" is not a setting. Did you mean port?',
    'adtally.toml:3: "hots" is not a setting. Did you mean host?',
  ])
})
