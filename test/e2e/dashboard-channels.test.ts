import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownHosts } from '../../src/config/network-calls.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { listChannels } from '../../src/use-cases/messages/list-channels.ts'
import { imports } from '../fixtures/dashboard-figures.ts'
import { describeDashboard, expectCount, expectText, textOf } from '../fixtures/dashboard-page.ts'
import { openDashboardSite, studio } from '../fixtures/dashboard-site.ts'
import { givenFile } from '../fixtures/given-file.ts'
import { toCsv } from '../fixtures/import-rows.ts'
import { type MailServer, openMailServer } from '../fixtures/mail-server.ts'
import { type MessageReceiver, openReceiver } from '../fixtures/message-receiver.ts'
import { barriersInEachLook } from './axe.ts'

const path = '/dashboard/channels'
const failure = { status: 500, json: { code: 'internal_error', detail: 'The store is away.' } }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const rowOf = (page: Page, name: string) => page.locator(`tr[data-channel="${name}"]`)
const issued = (page: Page) => page.getByTestId('issued-secret')

let receiver: MessageReceiver
let mail: MailServer

async function openSite() {
  receiver = await openReceiver()
  mail = await openMailServer((address) => address.startsWith('nobody'))
  return openDashboardSite(null, {
    mail: { smtpUrl: mail.url, mailFrom: 'Adtally <reports@example.com>' },
    networkCalls: { ...ownHosts, at: receiver.base },
  })
}

/** Whether a secret signed the last request. The clock of the site is not that of the library's check. */
function isSigned(secret: string): boolean {
  const { headers, body } = receiver.requests.at(-1)!
  const at = new Date(Number(headers['webhook-timestamp']) * 1_000)
  const signature = new Webhook(secret).sign(headers['webhook-id']!, at, body)
  return headers['webhook-signature']!.split(' ').includes(signature)
}

async function begin(page: Page, kind: string, name: string) {
  await button(page, 'Add a channel').click()
  await page.getByLabel('Kind').selectOption({ label: kind })
  await page.getByLabel('Name').fill(name)
}

describeDashboard(
  'channels',
  ({ visit, site }) => {
    const send = () => site().installation.sendMessages(new AbortController().signal)
    const channelOf = async (name: string) => {
      const found = await site().installation.call(listChannels, { username: studio.username })
      return found.find((one) => one.name === name)
    }

    // What was there before the first time is not told.
    beforeAll(() => send())
    afterAll(async () => {
      await receiver.close()
      await mail.close()
    })

    test('a webhook is added, tested and given a new secret, each shown once', async () => {
      const { page, errors } = await visit(path)
      await expectText(page.locator('main .state')).toMatch(/^No channels/)
      await begin(page, 'Webhook', 'warehouse')
      await page.getByLabel('Address').fill('https://example.com/hooks/own-path')
      await button(page, 'Add channel').click()
      const secret = await textOf(issued(page))
      await button(page, 'Done').click()
      await expectText(rowOf(page, 'warehouse').locator('td').first()).toBe('example.com')
      expect(await page.content()).not.toContain(secret)
      expect(await page.content()).not.toContain('own-path')

      await button(page, 'Test warehouse').click()
      await expectText(dialog(page).getByRole('status')).toBe('The test was sent to example.com.')
      const { address, body } = receiver.requests.at(-1)!
      expect(address).toBe('example.com/hooks/own-path')
      expect(JSON.parse(body)).toMatchObject({ type: 'channel.test' })
      expect(isSigned(secret)).toBe(true)
      await button(page, 'Done').click()

      await button(page, 'New secret warehouse').click()
      await button(page, 'Make a new secret').click()
      const second = await textOf(issued(page))
      expect(second).not.toBe(secret)
      await button(page, 'Done').click()
      await button(page, 'Test warehouse').click()
      await expectText(dialog(page).getByRole('status')).toMatch(/was sent/)
      expect([isSigned(second), isSigned(secret)]).toEqual([true, true])
      expect(errors).toEqual([])
    })

    test('a failed message is told, and sent again', async () => {
      const { installation } = site()
      receiver.answer = 410
      const [rows] = imports
      await installation.call(
        importFigures,
        {},
        await givenFile(installation, 'again.csv', toCsv(rows!.slice(0, 1))),
      )
      await send()
      const { page } = await visit(path)
      const message = page.locator('[data-message]').first()
      await expectText(message).toContain('Given up')
      receiver.answer = 200
      const told = receiver.requests.length
      await button(page, 'Turn on warehouse').click()
      await button(page, 'Pause warehouse').waitFor()
      await message.getByRole('button', { name: /^Send again to warehouse/ }).click()
      await expectText(message).toContain('Waits')
      await send()
      expect(receiver.requests.length).toBe(told + 1)
      await page.reload()
      await expectText(message).toContain('Sent')
    })

    test('a mail of a user is added, changed, paused and removed', async () => {
      const { page, errors } = await visit(path)
      await begin(page, 'Mail', 'me')
      await page.getByLabel('Mail address').fill('me@example.com')
      expect(await page.getByLabel(/^User of this account/).inputValue()).toBe(studio.username)
      await page.getByLabel('Weekly digest').check()
      await page.getByLabel('Time zone').fill('Europe/Berlin')
      await page.getByLabel(/^Send digests/).selectOption({ label: '07:00' })
      await page.getByLabel('No alerts from').selectOption({ label: '22:00' })
      await button(page, 'Add channel').click()
      const row = rowOf(page, 'me')
      await expectText(row).toContain('Digests at the latest at 07:00, Europe/Berlin')
      await expectText(row).toContain('No alerts from 22:00 to 07:00, Europe/Berlin')
      await button(page, 'Test me').click()
      await expectText(dialog(page).getByRole('status')).toMatch(/was sent to me@example.com/)
      await button(page, 'Done').click()

      await button(page, 'Change me').click()
      await page.getByLabel('Alerts', { exact: true }).uncheck()
      await page.getByLabel(/^Send a digest again/).fill('2.5')
      await page.getByLabel('No alerts from').selectOption({ label: 'Never quiet' })
      await button(page, 'Save').click()
      await expectCount(dialog(page)).toBe(0)
      expect(await channelOf('me')).toMatchObject({
        events: ['digest.daily', 'alert.resolved', 'digest.weekly'],
        time_zone: 'Europe/Berlin',
        correction_per_mille: 25,
        quiet_from: null,
      })
      await button(page, 'Pause me').click()
      await expectText(row).toContain('Paused')
      expect(await channelOf('me')).toMatchObject({ state: 'paused' })
      await button(page, 'Remove me').click()
      await button(page, 'Remove channel').click()
      await expectCount(row).toBe(0)
      expect(errors).toEqual([])
    })

    test('a refusal stays in the form, and a failed test is explained', async () => {
      const { page } = await visit(path)
      await begin(page, 'Mail', 'lost')
      await page.getByLabel('Mail address').fill('nobody@example.com')
      await page.getByLabel(/^User of this account/).fill('stranger')
      await button(page, 'Add channel').click()
      await expectText(page.getByRole('alert')).toContain('stranger')
      expect(await page.getByLabel('Mail address').inputValue()).toBe('nobody@example.com')
      await page.getByLabel(/^User of this account/).fill(studio.username)
      await button(page, 'Add channel').click()
      await button(page, 'Test lost').click()
      await expectText(dialog(page).getByRole('alert')).toMatch(/^The test was not sent: /)
      await button(page, 'Done').click()
      await expectText(rowOf(page, 'lost')).toContain('failing since')
      await page.route('**/dashboard/api/channels', (route) => route.fulfill(failure))
      await page.reload()
      await expectText(page.getByRole('alert')).toContain('The store is away.')
    })

    test('have no barriers, in every look and in the dialog', async () => {
      const { page } = await visit(path, { bypassCSP: true })
      await page.locator('[data-message]').first().waitFor()
      expect(await barriersInEachLook(page)).toEqual([])
      await button(page, 'Add a channel').click()
      await page.getByLabel('Kind').waitFor()
      expect(await barriersInEachLook(page)).toEqual([])
    })
  },
  openSite,
)
