import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { ctrlC, ctrlD, enter, onTerminal, type Typed } from './on-terminal.ts'
import { adtally, adtallyJson, adtallyWorks } from './run-adtally.ts'
import { newFolder } from './studio.ts'

const appsCsv = `app_id,publisher,app_name,platform
hop-ios,studio,Hop,ios
dash-ios,studio,Dash,ios
`
/** Hop has an app of its name; Skip is new. */
const report = `Date,App,Platform,Country,Format,Impressions,Clicks,Estimated earnings (USD)
2026-03-01,Hop,iOS,US,Banner,80,2,1.50
2026-03-01,Skip,Android,US,Banner,70,2,2.50
`
const run = ['import', 'stats', 'admob.csv']
const links = ['apps', 'links', 'studio']

async function newStudio() {
  const cwd = await newFolder()
  await adtallyWorks(['accounts', 'create', 'studio'], { cwd })
  await writeFile(join(cwd, 'apps.csv'), appsCsv)
  await adtallyWorks(['import', 'apps', 'apps.csv'], { cwd })
  await writeFile(join(cwd, 'admob.csv'), report)
  return { cwd }
}

test('on a terminal, an import links the proposed apps, creates new ones and goes on', async () => {
  const options = await newStudio()
  const { code, stdout } = await onTerminal(run, options, [['❯ Accept all', enter]])
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('4 USD') })
  expect(stdout).toContain('"Hop" (admob, ios): Hop (ios, hop-ios)')
  expect(stdout).toContain('"Skip" (admob, android): a new app')
  expect(await adtallyJson(links, options)).toMatchObject([
    { network_app_id: 'Hop', app_id: 'hop-ios' },
    { network_app_id: 'Skip', platform: 'android' },
  ])
})

test('apps are linked by hand to any app of a platform that fits', async () => {
  const options = await newStudio()
  const typed: Typed[] = [
    ['❯ Accept all', 'one by'],
    ['❯ Choose one by one', enter],
    ['❯ Hop (ios, hop-ios)', 'dash'],
    ['❯ Dash (ios, dash-ios)', enter],
    // No app is of this platform.
    ['❯ Create a new app', enter],
  ]
  const { code, stdout } = await onTerminal(run, options, typed)
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('4 USD') })
  expect(await adtallyJson(links, options)).toMatchObject([
    { network_app_id: 'Hop', app_id: 'dash-ios' },
    { network_app_id: 'Skip' },
  ])
})

test.each([
  ['Ctrl-C', [['❯ Create a new app', ctrlC]], 'cancelled; nothing was changed'],
  ['Ctrl-D', [['❯ Create a new app', ctrlD]], 'cancelled; nothing was changed'],
  [
    'Stop',
    [
      ['❯ Create a new app', 'Stop'],
      ['❯ Stop', enter],
    ],
    'Nothing was imported. 2 apps are unknown.',
  ],
] satisfies [string, Typed[], string][])(
  '%s at the last question leaves nothing linked or imported',
  async (_name, last, told) => {
    const options = await newStudio()
    const typed: Typed[] = [
      ['❯ Accept all', 'one by'],
      ['❯ Choose one by one', enter],
      ['❯ Hop (ios, hop-ios)', enter],
      ...last,
    ]
    const { code, stdout } = await onTerminal(run, options, typed)
    expect({ code, stdout }).toMatchObject({ code: 1, stdout: expect.stringContaining(told) })
    expect(await adtallyJson(links, options)).toEqual([])
    expect(await adtallyJson(['imports', 'list'], options)).toEqual([])
  },
)

test('with several accounts, the account is asked for first', async () => {
  const options = await newStudio()
  await adtallyWorks(['accounts', 'create', 'other'], options)
  const typed: Typed[] = [
    ['❯ other', 'studio'],
    ['❯ studio', enter],
    ['❯ Accept all', enter],
  ]
  const { code, stdout } = await onTerminal(run, options, typed)
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('4 USD') })
})

test('a name that means two apps, in a report without platforms, is not asked for', async () => {
  const options = await newStudio()
  const apps = `app_id,publisher,app_name,platform\nhop-android,studio,Hop,android\n`
  await writeFile(join(options.cwd, 'apps.csv'), apps)
  await adtallyWorks(['import', 'apps', 'apps.csv'], options)
  const nameless = report.replace('Platform,', '').replaceAll(/,(iOS|Android),/g, ',')
  await writeFile(join(options.cwd, 'admob.csv'), nameless)
  const { code, stdout } = await onTerminal(run, options, [])
  expect(code).toBe(1)
  expect(stdout).toContain('adtally apps link --platform android admob Hop hop-android')
})

test('nothing is asked when a program reads the answer', async () => {
  const options = await newStudio()
  const { code, stderr } = await adtally(run, options)
  expect(code).toBe(1)
  expect(stderr).toContain('adtally apps link --platform ios admob Hop hop-ios')
  expect((await onTerminal([...run, '--json'], options, [])).code).toBe(1)
})
