import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { type Studio, shareServer, shareStudio, statsCsv } from './studio.ts'

const header = statsCsv.split('\n')[0]
const again = `${header}\n2026-03-01,zap,ownnet,video,US,900,13\n`
const other = `${header}\n2026-03-01,zap,ownnet,video,US,950,12.75\n2026-03-02,zap,ownnet,video,US,1,0.5\n`

/** A studio whose commands either go through a server or open the directory themselves. */
function shareCommands(through: boolean): () => Studio {
  const shared = shareStudio()
  if (through) shareServer(shared)
  beforeAll(async () => {
    const { folder } = shared()
    await writeFile(join(folder, 'again.csv'), again)
    await writeFile(join(folder, 'other.csv'), other)
  })
  return shared
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const lines = (text: string) => text.trimEnd().split('\n')

describe.each([
  ['without a server', false],
  ['through a server', true],
])('%s', (_title, through) => {
  describe('imports', () => {
    const shared = shareCommands(through)

    test('are empty at first, are listed, and are undone by their id', async () => {
      const { options, directory, folder } = shared()
      expect(await adtallyWorks(['imports'], options)).toMatch(/^No imports yet/)
      expect(await adtallyJson(['imports'], options)).toEqual([])
      await adtallyWorks(['import', 'stats', 'stats.csv'], options)
      await adtallyWorks(['import', 'stats', 'again.csv'], options)
      await adtallyWorks(['import', 'stats', '--as', 'mediation', 'other.csv'], options)

      const listed = await adtallyJson(['imports'], options)
      const day = { first_day: '2026-03-01', last_day: '2026-03-01' }
      expect(listed).toMatchObject([
        { id: 3, kind: 'import', report: 'mediation', rows: 2, slices: 2 },
        {
          id: 2,
          kind: 'import',
          report: null,
          source: 'adtally',
          rows: 1,
          ...day,
          files: [{ name: 'again.csv', sha256: sha256(again) }],
          changes: [{ account: 'studio', currency: 'USD', impressions: '-100', revenue: '0.5' }],
        },
        { id: 1, files: [{ name: 'stats.csv', sha256: sha256(statsCsv) }] },
      ])
      const table = lines(await adtallyWorks(['imports'], options))
      expect(table).toHaveLength(4)
      expect(table[0]).toMatch(/^id +committed +import +days +rows +changed$/)
      expect(table[1]).toMatch(/^3 .* adtally: other\.csv \(as mediation\) /)
      expect(table[2]).toMatch(
        /^2 +\d{4}-\d\d-\d\d \d\d:\d\d:\d\d +adtally: again\.csv +2026-03-01 to 2026-03-01 +1 +studio \+0\.5 USD, -100 impressions$/,
      )
      expect(lines(await adtallyWorks(['imports', '--limit', '1'], options))).toHaveLength(2)
      const below = ['imports', '--limit', '1', '--before', '2']
      expect(await adtallyJson(below, options)).toEqual([listed[2]])

      const filtered = (...filters: string[]) =>
        adtallyJson(['imports', 'list', ...filters], options)
      expect(await filtered()).toEqual(listed)
      expect(await filtered('--account', 'studio', '--source', 'adtally')).toEqual(listed)
      expect(await filtered('--account', 'studio', '--limit', '1')).toEqual([listed[0]])
      expect(await filtered('--source', 'admob')).toEqual([])
      const none = ['imports', 'list', '--source', 'admob']
      expect(await adtallyWorks(none, options)).toMatch(/^No such imports\./)

      // Not in the environment here: the option after the subcommand sets the directory.
      const undo = ['imports', 'undo', '2', '--data-dir', directory]
      expect(await adtallyWorks(undo, { cwd: folder })).toBe(
        'Import 2 is undone. Slices (day, app, network) restored: 1; removed: 0; kept, because a later entry changed them: 0.\n',
      )
      const undone = lines(await adtallyWorks(['imports'], options))
      expect(undone[1]).toMatch(/^4 .* undo of 2 .* studio -0\.5 USD, \+100 impressions$/)
      expect(undone[3]).toMatch(/^2 .* adtally: again\.csv \(undone by 4\) /)
      expect(await adtallyJson(['imports', 'undo', '1'], options)).toEqual({
        undo: 5,
        import: 1,
        restored_slices: 0,
        removed_slices: 2,
        kept_slices: 0,
      })
    })

    test.each([
      [['imports', 'undo', '2'], 'adtally: Import 2 is already undone, by 4'],
      [['imports', 'undo', '4'], 'adtally: 4 is an undo. To restore the import'],
      [
        ['imports', 'undo', '99'],
        'adtally: There is no import 99. List the imports: adtally imports',
      ],
      [['imports', 'undo', '0'], 'adtally: id: "0" is not a whole number from 1 to 4294967295'],
      [['imports', 'undo', 'x'], 'adtally: id: "x" is not a whole number'],
      [['imports', 'undo', '1.5'], 'adtally: id: "1.5" is not a whole number'],
      [['imports', 'undo', '4294967296'], 'adtally: id: "4294967296" is not a whole number'],
      [['imports', '--limit', '0'], 'adtally: --limit: "0" is not a whole number from 1 to 10000'],
      [['imports', '--limit', '10001'], 'adtally: --limit: "10001" is not a whole number'],
      [['imports', '--before', 'x'], 'adtally: --before: "x" is not a whole number'],
      [['imports', 'list', '--source', 'admop'], 'adtally: --source: "admop" is not'],
      [['imports', 'list', '--account', 'nobody'], 'adtally: There is no account "nobody"'],
    ])('%j is refused with one clear line', async (args, expected) => {
      expect(expectOneClearLine(await adtally(args, shared().options))).toContain(expected)
    })
  })

  describe('reconcile', () => {
    const shared = shareCommands(through)
    beforeAll(async () => {
      const { options } = shared()
      await adtallyWorks(['import', 'stats', 'stats.csv'], options)
      await adtallyWorks(['import', 'stats', '--as', 'mediation', 'other.csv'], options)
    })

    test('shows the gaps and counts the labels', async () => {
      const { options } = shared()
      // 12.5 and 12.75 dollars differ by 1.96 percent.
      const table = lines(await adtallyWorks(['reconcile', 'mediation'], options))
      expect(table.map((line) => line.replace(/ {2,}/g, '|'))).toEqual([
        'date|app|network|figures|mediation|gap|reason',
        '2026-03-01|zap|ownnet|12.5|12.75|0.25 USD|unexplained',
        '2026-03-02|zap|ownnet|none|0.5|0.5 USD|missing',
        'Compared: 2 slices (1 unexplained, 1 missing).',
      ])
    })

    test('hides gaps within the tolerance, except with --all', async () => {
      const { options } = shared()
      const loose = ['reconcile', 'mediation', '--tolerance', '2', '--end-date', '2026-03-01']
      expect(await adtallyWorks(loose, options)).toBe('Compared: 1 slice (1 below tolerance).\n')
      expect(lines(await adtallyWorks([...loose, '--all'], options))).toHaveLength(3)
    })

    test('prints the gaps of the requested days and account as JSON', async () => {
      const { options } = shared()
      const args = ['reconcile', 'mediation', '--account', 'studio', '--start-date', '2026-03-02']
      expect(await adtallyJson(args, options)).toEqual([
        {
          date: '2026-03-02',
          account: 'studio',
          app_id: 'zap',
          ad_network: 'ownnet',
          primary: null,
          secondary: { impressions: '1', revenue: '0.5' },
          gap: '0.5',
          currency: 'USD',
          label: 'missing',
        },
      ])
      const none = ['reconcile', 'mediation', '--start', '2027-01-01']
      expect(await adtallyWorks(none, options)).toBe('Compared: 0 slices.\n')
    })

    test.each([
      [
        ['reconcile', 'nothing'],
        'There is no secondary report "nothing". The existing ones are: mediation',
      ],
      [['reconcile', 'mediation', '--account', 'nobody'], 'nobody'],
      [
        ['reconcile', 'mediation', '--start-date', '2026-02-30'],
        '--start-date: "2026-02-30" is not accepted; expected a calendar day',
      ],
      [
        ['reconcile', 'mediation', '--tolerance', '101'],
        '--tolerance: "101" is not accepted; expected a percentage',
      ],
      [['import', 'stats', '--as', 'No Name', 'other.csv'], '--as: "No Name" is not accepted'],
    ])('%j is refused with one clear line', async (args, expected) => {
      expect(expectOneClearLine(await adtally(args, shared().options))).toContain(expected)
    })
  })

  describe('finality', () => {
    const shared = shareCommands(through)

    test("is each network's own rule unless it is set, and is listed", async () => {
      const { options } = shared()
      const before: { network: string; is_set: boolean }[] = await adtallyJson(
        ['finality', 'list'],
        options,
      )
      expect(before).toContainEqual({
        network: 'admob',
        final_after_days: 32,
        days_after_month: 15,
        is_set: false,
        document: 'https://support.google.com/admob/answer/2772142',
      })
      expect(before.filter((rule) => rule.is_set)).toEqual([])
      expect(await adtallyWorks(['finality', 'set', 'admob', '30'], options)).toBe(
        'Figures of admob are final after 30 days.\n',
      )
      for (const days of ['3', '0'])
        await adtallyWorks(['finality', 'set', 'vungle', days], options)
      const listed: unknown[] = await adtallyJson(['finality', 'list'], options)
      expect(listed).toHaveLength(before.length)
      const set = { days_after_month: null, is_set: true, document: null }
      expect(listed).toContainEqual({ network: 'admob', final_after_days: 30, ...set })
      expect(listed).toContainEqual({ network: 'vungle', final_after_days: 0, ...set })
      const table = lines(await adtallyWorks(['finality', 'list'], options))
      expect(table.find((line) => line.startsWith('admob '))).toMatch(/30 days +set here$/)
      expect(table.at(-1)).toBe('All other networks: 7 days.')
    })

    test.each([
      [['finality', 'set', 'AdMob', '30'], 'network: "AdMob" is not accepted'],
      [
        ['finality', 'set', 'adnob', '30'],
        'There is no network "adnob", and no figures of it. Did you mean "admob"?',
      ],
      [['finality', 'set', 'admob', '366'], 'days: "366" is not a whole number from 0 to 365'],
    ])('%j is refused with one clear line', async (args, expected) => {
      expect(expectOneClearLine(await adtally(args, shared().options))).toContain(expected)
    })
  })
})
