import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeUser } from '../../src/use-cases/remove-user.ts'
import { showCitation } from '../../src/use-cases/report/show-citation.ts'
import { setRole } from '../../src/use-cases/set-role.ts'
import { type DigestSite, openDigestSite } from '../fixtures/digest-site.ts'
import { emailOf } from '../fixtures/team.ts'

let site: DigestSite
beforeEach(async () => {
  site = await openDigestSite()
})
afterEach(() => site.close())

/** All rows of a day. */
const dayOf = (date: string) => [site.row(date, 'zap', 'acme'), site.row(date, 'zap', 'bolt')]

describe('a daily digest', () => {
  test('is sent once, as soon as all networks have reported the day', async () => {
    const channel = site.addChannel()
    await site.importRows(dayOf('2026-03-09'))
    site.moveTo('2026-03-11T06:00:00Z')
    await site.importRows([site.row('2026-03-10', 'zap', 'acme')])
    await site.look()
    expect(site.sent()).toEqual([])
    await site.importRows([site.row('2026-03-10', 'zap', 'bolt')])
    await site.look()
    await site.look()
    const [digest, ...others] = site.sent()
    expect(others).toEqual([])
    expect(digest).toMatchObject({
      channel,
      type: 'digest.daily',
      subject: 'studio, Tuesday, 10 March 2026: 150.00 USD',
      data: { is_complete: true, missing: [], total: { revenue: 150, impressions: 20_000 } },
    })
  })

  test('is not sent at night', async () => {
    site.addChannel({ settings: { timeZone: 'Europe/Berlin' } })
    await site.importRows([...dayOf('2026-03-09'), ...dayOf('2026-03-10')])
    site.moveTo('2026-03-11T03:59:00Z')
    await site.look()
    expect(site.sent()).toEqual([])
    site.moveTo('2026-03-11T04:00:00Z')
    await site.look()
    expect(site.sent()).toHaveLength(1)
  })

  test('names what is missing at its hour, and calls none of it a drop', async () => {
    site.addChannel()
    await site.importRows([...dayOf('2026-03-09'), site.row('2026-03-10', 'zap', 'acme')])
    site.moveTo('2026-03-11T08:59:00Z')
    await site.look()
    expect(site.sent()).toEqual([])
    site.moveTo('2026-03-11T09:00:00Z')
    await site.look()
    const [{ data, text, subject }] = site.sent() as [ReturnType<DigestSite['sent']>[0]]
    expect(subject).toBe('studio, Tuesday, 10 March 2026: 100.00 USD so far')
    expect(data).toMatchObject({
      is_complete: false,
      total: { revenue: 100 },
      missing: [{ network: 'bolt', days: 1, expected: 50 }],
      unusual: null,
    })
    // Of acme alone, which reported both days.
    expect(data.comparisons[0]).toMatchObject({
      current: { revenue: 100 },
      previous: { revenue: 100 },
      change_ratios: { revenue: 0, impressions: 0, ecpm: 0 },
      left_out: ['bolt'],
    })
    expect(text).toContain('reports of bolt are missing, so these figures will rise.')
    expect(text).toContain('bolt, 1 day: about 50.00 USD expected')
    expect(text.split('\n[1]')[0]).not.toMatch(/[-−]\d/)
  })

  test('is sent once by looks at the same time', async () => {
    site.addChannel()
    await site.importRows([...dayOf('2026-03-09'), ...dayOf('2026-03-10')])
    site.moveTo('2026-03-11T06:00:00Z')
    await Promise.all([site.look(), site.look(), site.look()])
    expect(site.sent()).toHaveLength(1)
  })

  test('of another day before its channel was made is not sent', async () => {
    site.addChannel()
    await site.importRows(dayOf('2026-03-09'))
    await site.look()
    expect(site.sent()).toEqual([])
  })
})

test('each figure has a citation that shows it', async () => {
  site.addChannel()
  await site.importRows([...dayOf('2026-03-09'), site.row('2026-03-10', 'zap', 'acme', '140')])
  site.moveTo('2026-03-11T09:00:00Z')
  await site.look()
  const { data } = site.sent()[0]!
  await site.importRows([site.row('2026-03-10', 'zap', 'acme', '1')])
  const cited = async (url: string | null) => {
    const { call } = site.installation
    const { cited, now } = await call(showCitation, { username: 'studio', citation: url! })
    expect(now.totals).not.toEqual(cited.totals)
    const columns = cited.columns.slice(-cited.totals.length)
    return Object.fromEntries(columns.map(({ name }, place) => [name, cited.totals[place]]))
  }
  const figures = { impressions: '10000', revenue: '140', ecpm: '14' }
  expect(await cited(data.total.url)).toEqual(figures)
  const before = { previous_revenue: '100', change_revenue: '0.4' }
  expect(await cited(data.comparisons[0]!.url)).toMatchObject({ ...figures, ...before })
  expect(data.change!.largest).toMatchObject([{ app: 'Zap <b>&', change: 40 }])
  expect(await cited(data.change!.largest[0]!.url)).toMatchObject({ ...figures, ...before })
  expect(data.unusual).toMatchObject({ of: 'Zap <b>&', revenue: 140, expected: 100 })
  expect(await cited(data.unusual!.url)).toEqual(figures)
  expect(await cited(data.forecast.url)).toMatchObject({ revenue: '1490' })
})

test('a weekly digest is sent on Monday, of seven days', async () => {
  site.addChannel({ events: ['digest.weekly'] })
  const days = Array.from(
    { length: 7 },
    (_, place) => `2026-03-${String(9 + place).padStart(2, '0')}`,
  )
  await site.importRows(days.flatMap(dayOf))
  site.moveTo('2026-03-15T12:00:00Z')
  await site.look()
  expect(site.sent()).toEqual([])
  site.moveTo('2026-03-16T06:00:00Z')
  await site.look()
  expect(site.sent()).toMatchObject([
    {
      subject: 'studio, 9\u2009–\u200915 March 2026: 1,050.00 USD',
      data: { period: 'weekly', comparisons: [{ change_ratios: { revenue: 0 } }, {}] },
    },
  ])
})

describe('a correction', () => {
  /** Sends the digest of 10 March. */
  const sendFirst = async () => {
    site.addChannel()
    await site.importRows([...dayOf('2026-03-09'), ...dayOf('2026-03-10')])
    site.moveTo('2026-03-11T06:00:00Z')
    await site.look()
  }
  const restate = (revenue: string) =>
    site.importRows([site.row('2026-03-10', 'zap', 'acme', revenue)])

  test('is sent once for a change above the share, with its imports', async () => {
    await sendFirst()
    await restate('92.5')
    await site.look()
    await site.look()
    const [first, corrected, ...others] = site.sent()
    expect(others).toEqual([])
    expect(corrected).toMatchObject({
      subject: 'Corrected: studio, Tuesday, 10 March 2026: 142.50 USD',
      data: {
        total: { revenue: 142.5 },
        corrects: {
          number: 1,
          revenue_before: 150,
          changes: [{ kind: 'import', networks: ['acme'], revenue_change: '-7.5' }],
        },
      },
    })
    expect(corrected!.text).toContain('Revenue: 150.00 USD before, 142.50 USD now.')
    expect(corrected!.id).not.toBe(first!.id)
  })

  test('is not sent for changes below the share, until they are above it together', async () => {
    await sendFirst()
    for (const revenue of ['102', '103']) {
      await restate(revenue)
      await site.look()
    }
    expect(site.sent()).toHaveLength(1)
    await restate('103.1')
    await site.look()
    expect(site.sent().at(-1)!.data.corrects).toMatchObject({ number: 1, revenue_before: 150 })
    await restate('102')
    await site.look()
    expect(site.sent()).toHaveLength(2)
    await restate('120')
    await site.look()
    expect(site.sent().at(-1)!.data.corrects).toMatchObject({ number: 2, revenue_before: 153.1 })
  })

  test('tells that a missing network reported', async () => {
    site.addChannel()
    await site.importRows([...dayOf('2026-03-09'), site.row('2026-03-10', 'zap', 'acme')])
    site.moveTo('2026-03-11T09:00:00Z')
    await site.look()
    await site.importRows([site.row('2026-03-10', 'zap', 'bolt')])
    await site.look()
    expect(site.sent()).toHaveLength(2)
    expect(site.sent()[1]!.data).toMatchObject({
      is_complete: true,
      corrects: { revenue_before: 100 },
      total: { revenue: 150 },
    })
  })

  test('is sent once by looks at the same time', async () => {
    await sendFirst()
    await restate('50')
    await Promise.all([site.look(), site.look(), site.look()])
    expect(site.sent()).toHaveLength(2)
  })

  test('is not sent after 14 days', async () => {
    await sendFirst()
    site.moveTo('2026-03-25T06:00:00Z')
    await restate('50')
    await site.look()
    expect(site.sent().filter(({ data }) => data.corrects)).toEqual([])
  })
})

test('nothing of before is sent again after a restore', async () => {
  site.addChannel()
  await site.importRows(dayOf('2026-03-09'))
  site.moveTo('2026-03-11T06:00:00Z')
  await site.forgetRecordsOf(async () => {
    await site.importRows(dayOf('2026-03-10'))
    await site.look()
    expect(site.sent()).toHaveLength(1)
    site.moveTo('2026-03-11T07:00:00Z')
  })
  await site.importRows([site.row('2026-03-10', 'zap', 'acme', '50')])
  site.moveTo('2026-03-11T10:00:00Z')
  await site.look()
  expect(site.sent()).toEqual([])
  await site.importRows(dayOf('2026-03-11'))
  site.moveTo('2026-03-12T06:00:00Z')
  await site.look()
  expect(site.sent().map(({ data }) => data.end_date)).toEqual(['2026-03-11'])
  await site.forgetRecordsOf(async () => site.moveTo('2026-03-12T07:00:00Z'))
  await site.importRows([site.row('2026-03-11', 'zap', 'acme', '50')])
  await site.look()
  expect(site.sent()).toHaveLength(1)
})

describe('a digest of a user', () => {
  const sendDay = async (day: string) => {
    site.moveTo(`${day}T12:00:00Z`)
    await site.look()
    return site.sent()
  }

  test('has only the apps of the user, and nothing after the user lost access', async () => {
    await site.joinAs('viewer')
    const grant = { username: 'studio', user: emailOf('viewer'), role: 'viewer' } as const
    await site.installation.call(setRole, { ...grant, apps: ['hop'] })
    const channel = site.addChannel({ login: emailOf('viewer') })
    await site.importRows([
      ...['2026-03-09', '2026-03-10', '2026-03-11'].flatMap(dayOf),
      site.row('2026-03-09', 'hop', 'acme', '7'),
      site.row('2026-03-10', 'hop', 'acme', '8'),
      site.row('2026-03-11', 'hop', 'acme', '9'),
    ])
    expect(await sendDay('2026-03-11')).toMatchObject([
      { channel, data: { total: { revenue: 8 }, payments: null } },
    ])
    expect(site.sent()[0]!.text).not.toContain('Zap')
    await site.installation.call(removeUser, { username: 'studio', user: emailOf('viewer') })
    expect(await sendDay('2026-03-12')).toHaveLength(1)
  })

  test('has payments for users who see them, and not for channels without a user', async () => {
    await site.joinAs('finance')
    site.addChannel({ login: emailOf('finance') })
    site.addChannel()
    await site.importRows([...dayOf('2026-03-09'), ...dayOf('2026-03-10')])
    const sent = await sendDay('2026-03-11')
    expect(sent.map(({ data }) => data.payments)).toEqual([[], null])
  })

  test('has no payments at an address that an editor chose', async () => {
    const [editor, owner] = [await site.joinAs('editor'), await site.joinAs('owner')]
    const mail = { kind: 'mail', address: 'eve@example.com', user: emailOf('owner') }
    const refused = await editor.post('/channels/add', {
      ...mail,
      name: 'theirs',
      seesPayments: true,
    })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().detail).toContain('owner@studio.example: that user sees payments')
    const own = { ...mail, name: 'own', user: emailOf('editor') }
    expect((await editor.post('/channels/add', own)).statusCode).toBeLessThan(300)
    expect((await owner.post('/channels/add', { ...mail, name: 'ours' })).statusCode).toBeLessThan(
      300,
    )
  })
})
