import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { remoteCall } from '../../src/cli/remote-call.ts'
import { listConnections } from '../../src/use-cases/connections/list-connections.ts'
import { addDays, dayOf, formatDay } from '../../src/values/day.ts'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'
import { startFakeNetworks } from '../fake-networks/start.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { newStudio } from './studio.ts'

const fake = shareSite(() => startFakeNetworks({ rateScale: 10 }))

const since = formatDay(addDays(dayOf(Date.now()), -4))
const add = ['connections', 'add', 'pangle', 'studio', '--start-date', since]

async function openStudio(credentials: Readonly<Record<string, string>> = {}) {
  const { options, directory } = await newStudio()
  const { userId, roleId, secureKey, zone } = {
    ...fake.networks.get('pangle')!.given,
    ...credentials,
  }
  const env = {
    ...options.env,
    ADTALLY_NETWORKS_AT: fake.base,
    ADTALLY_PANGLE_USER_ID: userId!,
    ADTALLY_PANGLE_ROLE_ID: roleId!,
    ADTALLY_PANGLE_SECURE_KEY: secureKey!,
    ADTALLY_PANGLE_ZONE: zone!,
  }
  return { options: { ...options, env }, directory }
}

describe('adtally connections', () => {
  test('adds a network from the environment, fetches its days, and shows no secret', async () => {
    const { options } = await openStudio()
    const added = await adtally([...add, '--from-env'], options)
    expect(added.code, added.stderr).toBe(0)
    expect(added.stdout).toMatch(
      /^Pangle answers\. 20\d\d-\d\d-\d\d: 36 rows, [\d,]+ impressions, /,
    )
    expect(added.stdout).toContain('0 due, 0 held, 0 failed')
    const shown = await adtallyJson(['connections', 'show', 'studio', 'pangle'], options)
    expect(shown).toMatchObject({ state: 'active', secrets: ['secureKey'], first_day: since })
    expect(shown.pulled_days[0].day, 'no day before the first').toBe(since)
    const { secureKey } = fake.networks.get('pangle')!.given
    for (const output of [added.stdout, added.stderr, JSON.stringify(shown)]) {
      expect(output).not.toContain(secureKey)
    }
    await adtallyWorks(['connections', 'pause', 'studio', 'pangle'], options)
    const list = await adtallyWorks(['connections', 'list'], options)
    expect(list).toMatch(/^account +name +network +state +last good day +due +next +problems\n/)
    expect(list).toMatch(/studio +pangle +Pangle +paused /)
    const paused = await adtally(['connections', 'pull', 'studio', 'pangle'], options)
    expect(expectOneClearLine(paused)).toContain('adtally connections resume studio pangle')
  })

  test('fails when a day that it fetches failed, and prints it first', async () => {
    const { options } = await openStudio()
    await adtallyWorks([...add, '--from-env'], options)
    const days = ['--start-date', since, '--end-date', since]
    const pull = (...more: string[]) =>
      adtally(['connections', 'pull', 'studio', 'pangle', ...days, ...more], options)
    fake.script('pangle', ['wrong-clock'])
    const failed = await pull()
    expect(failed.code).toBe(1)
    expect(failed.stdout).toMatch(/^20\d\d-\d\d-\d\d +failed +36 .*sent rows of "/m)
    expect(failed.stderr).toContain(
      'adtally: 1 day failed. Its reason: adtally connections show studio pangle',
    )
    const list = await adtally(['imports', 'failed', '--account', 'studio'], options)
    expect(list.stdout).toContain(`studio  pangle, ${since}`)
    fake.script('pangle', ['wrong-clock'])
    const json = await pull('--json')
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout).pulled_days).toMatchObject([{ day: since, state: 'failed' }])
    expect((await pull()).code).toBe(0)
    expect(await adtallyWorks(['imports', 'failed'], options)).toContain('No failed imports.')
  })

  test('has a schedule of its own, and is not fetched for a disabled account', async () => {
    const { options } = await openStudio()
    const pangle = ['studio', 'pangle']
    const change = (...given: string[]) =>
      adtally(['connections', 'change', ...pangle, ...given], options)
    await adtallyWorks([...add, '--from-env', '--no-test', '--no-pull'], options)
    const changed = await change('--ready-hours', '20', '--sweep-days', '60')
    expect(changed.stdout).toContain('; fetched 20 hours after they end\n')
    expect(changed.stdout).toContain(
      '  fetched again: the last 7 days every day, the last 60 days every week\n',
    )
    await change('--sweep-weekday', 'sunday', '--ready-hours', 'default')
    const shown = await adtallyWorks(['connections', 'show', ...pangle], options)
    expect(shown).toContain('; fetched 14 hours after they end\n')
    expect(shown).toContain(', the last 60 days every Sunday\n')
    for (const [given, message] of [
      [['--ready-hours', '73'], '--ready-hours: "73" is not a whole number from 0 to 72'],
      [['--sweep-weekday', 'Sun'], '--sweep-weekday: "Sun" is not accepted'],
      [['--sweep-days', '7'], 'Set `--sweep-days` to more than 7, or to 0 for no sweep'],
    ] as const) {
      expect(expectOneClearLine(await change(...given))).toContain(message)
    }
    await adtallyWorks(['accounts', 'disable', 'studio'], options)
    const list = await adtallyWorks(['connections', 'list'], options)
    expect(list).toMatch(/studio +pangle +Pangle +account disabled +none +\d+ +never /)
    const enable = 'adtally accounts enable studio'
    expect(await adtallyWorks(['connections', 'show', ...pangle], options)).toContain(enable)
    const pulled = await adtally(['connections', 'pull', ...pangle], options)
    expect(expectOneClearLine(pulled)).toContain(enable)
  })

  test('waits for nothing when the first day is still to come', async () => {
    const { options } = await openStudio()
    const today = formatDay(dayOf(Date.now()))
    const later = [...add.slice(0, -1), today, '--from-env']
    expect(await adtallyWorks(later, options)).toContain('No days.')
  })

  test('stores nothing when the network refuses the credentials', async () => {
    const { options } = await openStudio({ secureKey: 'a-wrong-key' })
    const line = expectOneClearLine(await adtally([...add, '--from-env'], options))
    expect(line).toContain('Pangle gave no figures: answered 101')
    expect(line).not.toContain('a-wrong-key')
    expect(await adtallyJson(['connections', 'list'], options)).toEqual([])
  })

  test('says how to give fields when nobody can be asked', async () => {
    const { options } = await openStudio()
    const line = expectOneClearLine(await adtally([...add, '--set', 'roleId=2'], options))
    expect(line).toContain('pangle needs userId, secureKey.')
    expect(line).toContain('--from-env with ADTALLY_PANGLE_USER_ID, ADTALLY_PANGLE_SECURE_KEY')
  })

  test('takes no secret as an argument', async () => {
    const { options } = await openStudio()
    const line = expectOneClearLine(await adtally([...add, '--set', 'secureKey=sesame'], options))
    expect(line).toContain('--set: secureKey is a secret')
    expect(line).not.toContain('sesame')
  })

  test('reads a file of fields, with comments and quotes, and names a bad line', async () => {
    const { options, directory } = await openStudio()
    const { userId, roleId, secureKey } = fake.networks.get('pangle')!.given
    const file = join(directory, 'pangle.env')
    const lines = ['# Pangle', '', `userId=${userId}`, `roleId = "${roleId}"`, 'zone=UTC']
    await writeFile(file, [...lines, `secureKey='${secureKey}'`, 'sesame'].join('\n'))
    const bad = await adtally([...add, '--from-file', file], options)
    expect(expectOneClearLine(bad)).toBe(
      `adtally: --from-file: line 7 of ${file} is not FIELD=VALUE`,
    )
    await writeFile(file, [...lines, `secureKey='${secureKey}'`].join('\n'))
    await adtallyWorks([...add, '--from-file', file, '--no-pull'], options)
    const [listed] = await adtallyJson(['connections', 'list'], options)
    expect(listed.settings).toEqual({ userId, roleId, zone: 'UTC' })
  })

  test('the end of the input at a question cancels with one clear line', async () => {
    const { options } = await openStudio()
    const { code, stderr } = await adtally(add, { ...options, terminal: true })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^User ID: .*\nadtally: cancelled; nothing was changed\n$/)
  })
})

test('a server that stops in the middle of a command is told in one line', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200).write('{"progress":{"phase":"fetching"}}\n', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const call = remoteCall({ url: `http://127.0.0.1:${port}`, token: 'token' })
  const failed = call(listConnections, {})
  await expect(failed).rejects.toBeInstanceOf(StoreUnavailableError)
  await expect(failed).rejects.toThrow('the server stopped before it finished')
  server.close()
})
