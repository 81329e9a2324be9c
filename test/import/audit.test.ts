import { describe, expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { disableAccount } from '../../src/use-cases/disable-account.ts'
import { importCommunity } from '../../src/use-cases/import-community.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { listAuditEvents } from '../../src/use-cases/list-audit-events.ts'
import { useCases } from '../../src/use-cases/registry.ts'
import { revealKey } from '../../src/use-cases/reveal-key.ts'
import { rotateKey } from '../../src/use-cases/rotate-key.ts'
import { setFinality } from '../../src/use-cases/set-finality.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { csv, type ImportSite, openSite, refusalOf, studioKey } from './import-site.ts'

/** The latest events, oldest first, without ids and times. */
async function events(site: ImportSite, count: number) {
  const found = await site.call(listAuditEvents, { limit: count })
  return found.reverse().map(({ action, account, facts }) => ({ action, account, facts }))
}

const one = (day: string, app = 'zap-ios') => `${day},${app},ownnet,video,US,1000,2.5`

test('only use cases that just read record nothing', () => {
  const silent = [...useCases.values()].filter(({ audit }) => !audit).map(({ name }) => name)
  expect(silent.sort()).toEqual([
    'ask-tool',
    'back-test-rule',
    'begin-consent',
    'list-account-imports',
    'list-accounts',
    'list-adjustments',
    'list-alert-rules',
    'list-alerts',
    'list-all-imports',
    'list-app-links',
    'list-apps',
    'list-audit-events',
    'list-channels',
    'list-connections',
    'list-destinations',
    'list-failed-days',
    'list-failed-imports',
    'list-finality',
    'list-imports',
    'list-keys',
    'list-links',
    'list-mappings',
    'list-messages',
    'list-months',
    'list-notes',
    'list-partner-balances',
    'list-partners',
    'list-rates',
    'list-sessions',
    'list-set-aside',
    'list-statement-keys',
    'list-statement-lines',
    'list-statements',
    'list-terms',
    'list-users',
    'list-views',
    'make-net-figures',
    'preview-digest',
    'preview-figures',
    'pull-connection',
    'query-report',
    'read-own-statement',
    'read-partner-statement',
    'reconcile',
    'save-citation',
    'set-currency',
    'show-app',
    'show-citation',
    'show-close',
    'show-connection',
    'show-destination',
    'show-journal',
    'show-mark',
    'show-money',
    'show-own-mark',
    'show-own-share',
    'show-partner',
    'show-signing-key',
    'suggest-links',
    'test-channel',
    'test-connection',
    'test-destination',
    'try-credentials',
    'write-load-script',
  ])
})

describe('the audit log records', () => {
  test('changes of accounts, their keys and passwords, but not the secrets', async () => {
    const site = await openSite()
    const password = 'a password nobody may read'
    const { key } = await site.call(createAccount, { username: 'new', currency: 'EUR' })
    await site.call(revealKey, { username: 'new' })
    const { key: second } = await site.call(rotateKey, { username: 'new' })
    await site.call(setPassword, { username: 'new', password })
    await site.call(disableAccount, { username: 'new' })
    const actions = [
      ...['account_created', 'key_revealed', 'key_rotated', 'password_set'],
      'account_disabled',
    ]
    expect(await events(site, 5)).toEqual(
      actions.map((action) => {
        const facts = action.startsWith('key_') ? { key_name: 'default' } : {}
        return { action, account: 'new', facts }
      }),
    )
    const all = JSON.stringify(await site.call(listAuditEvents, { limit: 10_000 }))
    for (const secret of [key, second, password, studioKey]) expect(all).not.toContain(secret)
  })

  test('imports and their undos, for the account whose figures changed', async () => {
    const site = await openSite()
    const { import: id } = await site.importLines([one('2026-03-01'), one('2026-03-02')])
    const { undo } = await site.call(undoImport, { id })
    expect(await events(site, 2)).toEqual([
      {
        action: 'figures_imported',
        account: 'studio',
        facts: { import: id, source: 'adtally', files: ['figures.csv'] },
      },
      { action: 'import_undone', account: 'studio', facts: { import: id, undo } },
    ])
  })

  test('an import of two accounts for each of them, without file names', async () => {
    const site = await openSite()
    const { import: id } = await site.importLines([
      one('2026-03-01'),
      one('2026-03-01', 'euro-app'),
    ])
    const facts = { import: id, source: 'adtally' }
    const recorded = await events(site, 2)
    expect(recorded.sort((a, b) => (a.account! < b.account! ? -1 : 1))).toEqual([
      { action: 'figures_imported', account: 'euros', facts },
      { action: 'figures_imported', account: 'studio', facts },
    ])
  })

  test('an import that changes no figures, a secondary report, and an import of many files', async () => {
    const site = await openSite()
    await site.importLines([one('2026-03-01')])
    const again = await site.importLines([one('2026-03-01')])
    const secondary = await site.importLines([one('2026-03-01')], { as: 'max' })
    const files = await Promise.all(
      Array.from({ length: 25 }, (_, nth) =>
        site.file(
          `${nth}.csv`,
          csv([
            one(
              `2026-04-0${1 + (nth % 9)}`,
              ['zap-ios', 'zap-android', 'brick'][Math.floor(nth / 9)],
            ),
          ]),
        ),
      ),
    )
    await site.importStats(files)
    const [unchanged, compared, many] = await events(site, 3)
    expect(unchanged).toMatchObject({ account: null, facts: { import: again.import } })
    const facts = { import: secondary.import, report: 'max' }
    expect(compared).toMatchObject({ account: 'studio', facts })
    expect(many!.facts.file_count).toBe(25)
    expect(many!.facts.files).toEqual(files.slice(0, 20).map(({ name }) => name))
  })

  test('apps, links, finality rules and the public network', async () => {
    const site = await openSite()
    await site.importApps('app_id,publisher,app_name,platform\nnew,studio,New,ios\n')
    await site.call(linkApp, { network: 'admob', networkAppId: 'x', appId: 'euro-app' })
    await site.call(setFinality, { network: 'admob', days: 30 })
    const games = await site.file('games.ndjson', '{"id":"hop","name":"Hop","platforms":["ios"]}\n')
    await site.call(importCommunity, { kind: 'games' }, { files: [games] })
    expect(await events(site, 4)).toEqual([
      {
        action: 'apps_imported',
        account: null,
        facts: { files: ['apps.csv'], added: 1, updated: 0 },
      },
      {
        action: 'app_linked',
        account: 'euros',
        facts: { network: 'admob', network_app_id: 'x', app_id: 'euro-app' },
      },
      { action: 'finality_set', account: null, facts: { network: 'admob', days: 30 } },
      {
        action: 'community_imported',
        account: null,
        facts: { kind: 'games', files: ['games.ndjson'], added: 1, updated: 0 },
      },
    ])
  })

  test('nothing of refused requests', async () => {
    const site = await openSite()
    const before = await events(site, 100)
    await refusalOf(site.call(revealKey, { username: 'nobody' }))
    await refusalOf(site.importLines(['2026-03-01,unknown,ownnet,video,US,1,1']))
    await refusalOf(site.call(undoImport, { id: 99 }))
    expect(await events(site, 100)).toEqual(before)
  })
})

test.each(['yesterday', '2026-02-30', '2026-03-01 10:00', '2026-03-01T10:00:00'])(
  'the list is refused since %s',
  async (since) => {
    const { code, facts, message } = await refusalOf(
      (await openSite()).call(listAuditEvents, { limit: 1, since }),
    )
    expect([code, facts]).toEqual(['field_refused', expect.objectContaining({ field: 'since' })])
    expect(message).toContain('--since')
  },
)
