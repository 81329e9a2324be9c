import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  expectOneClearLine,
  failureLines,
} from './run-adtally.ts'
import { newFolder, newStudio, type Studio, shareStudio } from './studio.ts'

const password = 'studio opens at dawn'

async function imported(): Promise<Studio> {
  const studio = await newStudio()
  await adtallyWorks(['import', 'stats', 'stats.csv'], studio.options)
  return studio
}

/** The last event of the audit log. */
async function lastEvent({ options }: Studio) {
  const [event] = await adtallyJson(['audit', '--limit', '1'], options)
  const { action, account, facts } = event
  return { action, account, facts }
}

describe('accounts', () => {
  test('are enabled again, and say what does not work while they are disabled', async () => {
    const studio = await newStudio()
    const { options } = studio
    const run = (...args: string[]) =>
      adtally(['accounts', ...args], { ...options, input: password })
    await adtallyWorks(['accounts', 'disable', 'studio'], options)
    const rotated = await run('rotate-key', 'studio')
    expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{22,}\n$/) })
    expect(failureLines(rotated)).toEqual([
      'adtally: warning: the account studio is disabled. Enable it: adtally accounts enable studio',
    ])
    const set = await run('set-password', 'studio')
    expect(set.stdout).toBe(
      'The password of studio is set. Note: the account studio is disabled. Enable it: adtally accounts enable studio\n',
    )
    expect((await run('enable', 'studio')).stdout).toBe('Account studio is active.\n')
    expect(await lastEvent(studio)).toMatchObject({ action: 'account_enabled', account: 'studio' })
    expect((await run('rotate-key', 'studio')).stderr).toBe('')
    const [listed] = await adtallyJson(['accounts', 'list'], options)
    expect(listed).toMatchObject({ username: 'studio', disabled_at: null })
  })

  test('are renamed, unless the name is taken', async () => {
    const studio = await imported()
    const { options } = studio
    await adtallyWorks(['accounts', 'create', 'other'], options)
    const taken = await adtally(['accounts', 'rename', 'studio', 'other'], options)
    expect(expectOneClearLine(taken)).toContain('"other" is taken')
    const bad = await adtally(['accounts', 'rename', 'studio', '../x'], options)
    expect(expectOneClearLine(bad)).toContain('new-username')
    const renamed = await adtallyJson(['accounts', 'rename', 'studio', 'berlin'], options)
    expect(renamed).toMatchObject({ username: 'berlin', currency: 'USD' })
    expect(await lastEvent(studio)).toMatchObject({
      action: 'account_renamed',
      account: 'berlin',
      facts: { renamed_from: 'studio' },
    })
    const [entry] = await adtallyJson(['imports'], options)
    expect(entry.changes).toMatchObject([{ account: 'berlin', impressions: '1400' }])
    expect(await adtallyJson(['apps', 'list', 'berlin'], options)).toHaveLength(2)
  })

  test('are deleted with everything, after their username is typed', async () => {
    const studio = await imported()
    const { options, folder } = studio
    const all = (input: string) => ({ ...options, input, terminal: true })
    await adtallyWorks(['accounts', 'create', 'other'], options)
    await writeFile(
      join(folder, 'other.csv'),
      'app_id,publisher,app_name,platform\nelse,other,Else,ios\n',
    )
    await adtallyWorks(['import', 'apps', 'other.csv'], options)
    await adtallyWorks(['apps', 'link', 'admob', 'x', 'zap'], options)
    await adtally(['import', 'stats', 'bad.csv', '--account', 'studio'], options)

    const dry = await adtallyWorks(['accounts', 'delete', 'studio', '--dry-run'], options)
    expect(dry).toMatch(/2 apps\.\n2 days from 2026-03-01 to 2026-03-02, 2 slices .*13 USD\./)
    expect(dry).toMatch(/Nothing was deleted/)
    const piped = await adtally(['accounts', 'delete', 'studio'], options)
    expect(failureLines(piped)).toEqual([
      'adtally: nothing was changed; to do it without being asked, add --yes',
    ])
    const cancelled = await adtally(['accounts', 'delete', 'studio'], all('yes\n'))
    expect(failureLines(cancelled)).toEqual(['adtally: cancelled; nothing was changed'])
    const unanswered = await adtally(['accounts', 'delete', 'studio'], all(''))
    expect(failureLines(unanswered)).toEqual(['adtally: cancelled; nothing was changed'])
    expect(await adtallyJson(['accounts', 'list'], options)).toHaveLength(2)

    const deleted = await adtallyWorks(['accounts', 'delete', 'studio'], all('studio\n'))
    expect(deleted).toMatch(/Account studio is deleted, with 2 apps and 2 slices of figures\.\n$/)
    expect(await lastEvent(studio)).toMatchObject({
      action: 'account_deleted',
      account: 'studio',
      facts: { apps: 2, slices: 2 },
    })
    expect(await adtallyJson(['accounts', 'list'], options)).toMatchObject([{ username: 'other' }])
    const [entry] = await adtallyJson(['imports'], options)
    expect(entry).toMatchObject({ id: 1, changes: [], rows: 0 })

    // The username and the app ids are free, and nothing of the earlier account comes back.
    await adtallyWorks(['accounts', 'create', 'studio', '--currency', 'EUR'], options)
    await adtallyWorks(['import', 'apps', 'apps.csv'], options)
    expect((await adtallyJson(['apps', 'show', 'zap'], options)).figures.slices).toBe(0)
    expect(await adtallyJson(['apps', 'links', 'studio'], options)).toEqual([])
    const again = await adtallyJson(['import', 'stats', 'stats.csv'], options)
    expect(again).toMatchObject({ slices: 2, replaced_slices: 0, revenue: { EUR: '13' } })
    expect(await adtallyJson(['imports'], options)).toMatchObject([
      { id: 2, changes: [{ account: 'studio', currency: 'EUR' }] },
      { id: 1, changes: [] },
    ])
  })

  test('keep their currency, and the refusal gives the reason', async () => {
    const { options } = await newStudio()
    const refused = await adtally(['accounts', 'set-currency', 'studio', 'EUR'], options)
    expect(expectOneClearLine(refused)).toMatch(
      /stays USD: its figures are stored in it.*adtally accounts create USERNAME --currency EUR/,
    )
    expect(await adtallyWorks(['accounts', 'set-currency', 'studio', 'USD'], options)).toContain(
      'USD already',
    )
  })
})

describe('a currency', () => {
  const shared = shareStudio()

  test.each(['XAB', 'DEM', 'usd', 'dollars', 'ZZZ', ''])('%j is refused', async (currency) => {
    const args = ['accounts', 'create', 'new', '--currency', currency]
    const line = expectOneClearLine(await adtally(args, shared().options))
    expect(line).toContain('expected an ISO 4217 code such as USD')
  })

  test.each(['JPY', 'BHD', 'VES'])('%s is accepted', async (currency) => {
    const args = ['accounts', 'create', `in-${currency}`, '--currency', currency]
    await adtallyWorks(args, shared().options)
  })
})

describe('a mistyped data directory', () => {
  test.each([
    ['accounts', 'list'],
    ['accounts', 'rotate-key', 'studio'],
    ['accounts', 'delete', 'studio', '--yes'],
    ['apps', 'list', 'studio'],
    ['apps', 'delete', 'zap', '--dry-run'],
    ['audit'],
    ['finality', 'list'],
    ['imports'],
    ['imports', 'undo', '1'],
    ['reconcile', 'levelplay'],
    ['figures', 'delete', 'studio', '--start-date', '2026-03-01', '--end-date', '2026-03-01'],
  ])('is refused by %s %s, which create nothing', async (...args) => {
    const cwd = await newFolder()
    const refused = await adtally([...args, '--data-dir', 'typo'], { cwd })
    expect(expectOneClearLine(refused)).toBe(
      `adtally: there is no data in ${join(cwd, 'typo')}. Check --data-dir and ADTALLY_DATA_DIR, or begin there: adtally accounts create USERNAME`,
    )
    expect(existsSync(join(cwd, 'typo'))).toBe(false)
    expect(await readdir(cwd)).toEqual([])
  })

  test('names the demo when its data is beside', async () => {
    const cwd = await newFolder()
    const demo = join(cwd, 'demo-data')
    await mkdir(demo)
    await writeFile(join(demo, 'adtally.sqlite'), '')
    const refused = await adtally(['accounts', 'list'], { cwd })
    expect(expectOneClearLine(refused)).toContain(`For the demo, add --data-dir ${demo}. Check`)
  })
})

describe('apps', () => {
  test('are listed, shown, renamed and archived', async () => {
    const studio = await imported()
    const { options } = studio
    await adtallyWorks(['apps', 'link', 'admob', 'x', 'brick'], options)
    expect(await adtallyWorks(['apps', 'list', 'studio'], options)).toMatch(
      /^app_id +name +platform +store +state\nbrick +Brick +android +active\nzap +Zap +ios +active\n$/,
    )
    expect(await adtallyWorks(['apps', 'rename', 'zap', 'Zap 2'], options)).toBe(
      'zap is called Zap 2 now.\n',
    )
    await adtallyWorks(['apps', 'archive', 'brick'], options)
    expect(await lastEvent(studio)).toEqual({
      action: 'app_archived',
      account: 'studio',
      facts: { app_id: 'brick' },
    })
    const listed = await adtallyJson(['apps', 'list', 'studio'], options)
    expect(listed).toMatchObject([{ app_id: 'zap', app_name: 'Zap 2', archived: false }])
    const all = await adtallyJson(['apps', 'list', 'studio', '--all'], options)
    expect(all).toMatchObject([{ app_id: 'brick', archived: true }, { app_id: 'zap' }])
    const shown = await adtallyJson(['apps', 'show', 'brick'], options)
    expect(shown).toMatchObject({
      account: 'studio',
      currency: 'USD',
      archived: true,
      links: [{ network: 'admob', network_app_id: 'x', app_id: 'brick', platform: 'android' }],
      figures: {
        first_day: '2026-03-02',
        last_day: '2026-03-02',
        days: 1,
        slices: 1,
        impressions: '400',
        revenue: '0.5',
        networks: [{ network: 'admob', days: 1, slices: 1, impressions: '400', revenue: '0.5' }],
      },
    })
    // Imports find an archived app.
    await adtallyWorks(['import', 'stats', 'stats.csv'], options)
    await adtallyWorks(['apps', 'unarchive', 'brick'], options)
    expect(await adtallyJson(['apps', 'list', 'studio'], options)).toHaveLength(2)
    const table = await adtallyWorks(['apps', 'show', 'brick'], options)
    expect(table).toMatch(/studio +brick +Brick +android +active\n/)
    expect(table).toMatch(/admob +x +brick +android\n/)
  })

  test('are deleted after a question, and come back with an undo', async () => {
    const studio = await imported()
    const { options } = studio
    const dry = await adtallyJson(['apps', 'delete', 'zap', '--dry-run'], options)
    expect(dry).toMatchObject({ entry: null, slices: 1, impressions: '1000', revenue: '12.5' })
    const terminal = { ...options, terminal: true }
    const no = await adtally(['apps', 'delete', 'zap'], { ...terminal, input: 'no\n' })
    expect(failureLines(no)).toEqual(['adtally: cancelled; nothing was changed'])
    const done = await adtallyWorks(['apps', 'delete', 'zap'], { ...terminal, input: 'yes\n' })
    expect(done).toContain(
      'zap is deleted, with 1 slice of figures. To undo it: adtally imports undo 2',
    )
    expect(await lastEvent(studio)).toMatchObject({
      action: 'app_deleted',
      account: 'studio',
      facts: { deletion: 2, app_id: 'zap', slices: 1 },
    })
    expect(await adtallyJson(['apps', 'list', 'studio'], options)).toHaveLength(1)
    expect(await adtallyWorks(['imports'], options)).toMatch(
      /2 +\S+ \S+ +deletion: app zap +2026-03-01 to 2026-03-01 +0 +studio -12\.5 USD, -1000 impressions\n/,
    )
    await adtallyWorks(['imports', 'undo', '2'], options)
    expect((await adtallyJson(['apps', 'show', 'zap'], options)).figures.slices).toBe(1)
  })

  test('come back at the next start when a process died between the undo and this', async () => {
    const { options, directory } = await imported()
    await adtallyWorks(['apps', 'delete', 'zap', '--yes'], options)
    await adtallyWorks(['imports', 'undo', '2'], options)
    const database = new DatabaseSync(join(directory, 'adtally.sqlite'))
    database.exec("UPDATE apps SET ended_by = 2 WHERE app_id = 'zap'")
    database.close()
    expect(await adtallyJson(['apps', 'list', 'studio'], options)).toHaveLength(2)
  })

  test('are merged after a question', async () => {
    const studio = await imported()
    const { options, folder } = studio
    await writeFile(
      join(folder, 'old.csv'),
      'app_id,publisher,app_name,platform\nzap-old,studio,Zap old,ios\n',
    )
    await adtallyWorks(['import', 'apps', 'old.csv'], options)
    await writeFile(
      join(folder, 'old-stats.csv'),
      'date,app_id,network,format,country,impressions,revenue\n2026-03-01,zap-old,ownnet,video,US,10,0.25\n2026-03-03,zap-old,ownnet,video,US,20,0.5\n',
    )
    await adtallyWorks(['import', 'stats', 'old-stats.csv'], options)
    const dry = await adtallyJson(['apps', 'merge', 'zap-old', 'zap', '--dry-run'], options)
    expect(dry).toMatchObject({ entry: null, into: 'zap', slices: 2, added_to_slices: 1 })
    expect(await adtallyWorks(['apps', 'merge', 'zap-old', 'zap', '--yes'], options)).toBe(
      'zap-old is merged into zap. Slices moved: 2; added to existing ones: 1. To undo it: adtally imports undo 3\n',
    )
    expect(await lastEvent(studio)).toMatchObject({
      action: 'apps_merged',
      account: 'studio',
      facts: { merge: 3, app_id: 'zap-old', into: 'zap', slices: 2 },
    })
    expect(await adtallyWorks(['imports'], options)).toMatch(
      /3 +\S+ \S+ +merge: app zap-old into zap +2026-03-01 to 2026-03-03 +2 +studio \+0 USD, \+0 impressions\n/,
    )
    const { figures } = await adtallyJson(['apps', 'show', 'zap'], options)
    expect(figures).toMatchObject({ slices: 2, impressions: '1030', revenue: '13.25' })
    const unlike = await adtally(['apps', 'merge', 'zap', 'brick', '--yes'], options)
    expect(expectOneClearLine(unlike)).toContain('different platforms')
    const itself = await adtally(['apps', 'merge', 'zap', 'zap', '--yes'], options)
    expect(expectOneClearLine(itself)).toContain('is one app')
  })

  test('are linked, and another app takes a link over only with --replace', async () => {
    const studio = await newStudio()
    const { options, folder } = studio
    await writeFile(
      join(folder, 'two.csv'),
      'app_id,publisher,app_name,platform\ntwo,studio,Two,ios\n',
    )
    await adtallyWorks(['import', 'apps', 'two.csv'], options)
    const link = (...args: string[]) => adtally(['apps', 'link', ...args], options)
    await link('admob', 'x', 'zap')
    expect(await link('admob', 'x', 'zap')).toMatchObject({ code: 0 })
    expect(await link('admob', 'x', 'brick')).toMatchObject({ code: 0 })
    expect(expectOneClearLine(await link('admob', 'x', 'two'))).toMatch(
      /admob "x" is linked to the app "zap".*add `--replace`/,
    )
    expect(await link('admob', 'x', 'two', '--replace')).toMatchObject({ code: 0 })
    const links = await adtallyJson(['apps', 'links', 'studio'], options)
    const ofX = { network: 'admob', network_app_id: 'x' }
    expect(links).toEqual([
      { ...ofX, app_id: 'brick', platform: 'android' },
      { ...ofX, app_id: 'two', platform: 'ios' },
    ])
    expect(await adtallyWorks(['apps', 'unlink', 'admob', 'x', '--platform', 'ios'], options)).toBe(
      'admob x is no longer linked to the app two.\n',
    )
    expect(await lastEvent(studio)).toEqual({
      action: 'app_unlinked',
      account: 'studio',
      facts: { network: 'admob', network_app_id: 'x', app_id: 'two' },
    })
    await adtallyWorks(['apps', 'unlink', 'admob', 'x'], options)
    const none = await adtally(['apps', 'unlink', 'admob', 'x'], options)
    expect(expectOneClearLine(none)).toContain('no link from admob "x"')
    expect(await adtallyWorks(['apps', 'links', 'studio'], options)).toBe('No links.\n')
  })
})

describe('figures', () => {
  test('are deleted after a question', async () => {
    const studio = await imported()
    const { options } = studio
    const range = ['--start-date', '2026-03-01', '--end-date', '2026-03-31']
    const run = ['figures', 'delete', 'studio', ...range]
    const dry = await adtallyWorks([...run, '--network', 'admob', '--dry-run'], options)
    expect(dry).toBe(
      [
        '1 day from 2026-03-02 to 2026-03-02, 1 slice (day, app, network), 400 impressions, 0.5 USD.',
        'network  days  slices  impressions  revenue in USD',
        'admob    1     1       400          0.5',
        'Nothing was deleted.\n',
      ].join('\n'),
    )
    const no = await adtally(run, { ...options, terminal: true, input: 'n\n' })
    expect(failureLines(no)).toEqual(['adtally: cancelled; nothing was changed'])
    const done = await adtallyJson([...run, '--app-id', 'zap', '--yes'], options)
    expect(done).toMatchObject({ entry: 2, slices: 1, impressions: '1000' })
    expect(await lastEvent(studio)).toEqual({
      action: 'figures_deleted',
      account: 'studio',
      facts: {
        deletion: 2,
        first_day: '2026-03-01',
        last_day: '2026-03-01',
        slices: 1,
        app_id: 'zap',
      },
    })
    expect(await adtallyWorks(['imports'], options)).toMatch(/2 .* deletion: app zap +2026-03-01/)
    const none = await adtally([...run, '--app-id', 'zap', '--yes'], options)
    expect(expectOneClearLine(none)).toBe(
      'adtally: Nothing was deleted. "studio" has no figures of the app "zap" from 2026-03-01 to 2026-03-31',
    )
    await adtallyWorks(['imports', 'undo', '2'], options)
    expect((await adtallyJson(['apps', 'show', 'zap'], options)).figures.slices).toBe(1)
  })

  test.each<[string[], RegExp]>([
    [
      ['--start-date', '2026-03-02', '--end-date', '2026-03-01'],
      /Swap `--start-date` and `--end-date`/,
    ],
    [['--start-date', 'x', '--end-date', '2026-03-01'], /--start-date: "x"/],
    [
      ['--start-date', '2026-03-01', '--end-date', '2026-03-01', '--as', 'x'],
      /no secondary report "x"/,
    ],
    [['--start-date', '2026-03-01', '--end-date', '2026-03-01', '--app-id', 'x'], /no app .*"x"/],
  ])('are not deleted with %j', async (args, message) => {
    const { options } = await newStudio()
    const refused = await adtally(['figures', 'delete', 'studio', ...args, '--yes'], options)
    expect(expectOneClearLine(refused)).toMatch(message)
  })
})

describe('an import over the figures of another source', () => {
  const report = `day,application,platform,network,ad_format,country,impressions,estimated_revenue
2026-03-01,zap,ios,APPLOVIN,BANNER,US,10,0.5
2026-03-05,zap,ios,APPLOVIN,BANNER,US,10,0.5
`

  async function withReport(): Promise<Studio> {
    const studio = await newStudio()
    const { folder, options } = studio
    await writeFile(join(folder, 'max.csv'), report)
    await adtallyWorks(['apps', 'link', 'applovin', 'zap', 'zap'], options)
    const line = '2026-03-01,zap,applovin,video,US,1000,12.5'
    const header = 'date,app_id,network,format,country,impressions,revenue'
    await writeFile(join(folder, 'own.csv'), `${header}\n${line}\n`)
    await adtallyWorks(['import', 'stats', 'own.csv'], options)
    return studio
  }

  test('tells the source and how many slices it replaced', async () => {
    const { options } = await withReport()
    expect(await adtallyWorks(['import', 'stats', 'max.csv'], options)).toContain(
      'Replaced slices of other sources: adtally (1). To keep such slices, undo this import and add `--keep-other-sources`.',
    )
  })

  test('keeps them with --keep-other-sources', async () => {
    const { options } = await withReport()
    const args = ['import', 'stats', 'max.csv', '--keep-other-sources']
    const printed = await adtallyWorks(args, options)
    expect(printed).toContain(
      'Kept slices of other sources: adtally (1). Their rows were left out.\nNot written: applovin, 2026-03-01: 1 row, 1 slice of adtally',
    )
    const { figures } = await adtallyJson(['apps', 'show', 'zap'], options)
    expect(figures).toMatchObject({ slices: 2, impressions: '1010', revenue: '13' })
    const again = await adtallyJson(args, options)
    expect(again).toMatchObject({ kept_other_sources: { adtally: 1 }, other_sources: {}, rows: 1 })
  })
})
