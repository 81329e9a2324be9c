import { randomBytes } from 'node:crypto'
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { demoApps } from '../../src/demo/apps.ts'
import { demoDefaults } from '../../src/demo/demo-size.ts'
import { demoUsername, installDemo } from '../../src/demo/install-demo.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { addPartner } from '../../src/use-cases/partners/add-partner.ts'
import { addShare } from '../../src/use-cases/partners/add-share.ts'
import { adjustMonth } from '../../src/use-cases/partners/adjust-month.ts'
import { approveMonth } from '../../src/use-cases/partners/approve-month.ts'
import { assignApp } from '../../src/use-cases/partners/assign-app.ts'
import { recordPayout } from '../../src/use-cases/partners/record-payouts.ts'
import { setMark } from '../../src/use-cases/partners/set-mark.ts'
import { setPartner } from '../../src/use-cases/partners/set-partner.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import { addDays, type Day, dayOf, formatDay } from '../../src/values/day.ts'
import { firstDayOfMonth, formatMonth, monthAfter, monthsBefore } from '../../src/values/months.ts'

const apps = 6
const account = demoUsername

/**
 * Makes the demo with two partners, whose months are approved up to the last one but one, and paid up to the one before.
 * Does nothing but count days that are there already.
 *
 * @param root an empty or a new folder, or that of such a demo
 * @param days with figures
 * @returns the passwords of the dashboard's users
 */
export async function prepareNetworkDemo(
  root: string,
  days: number,
): Promise<ReadonlyMap<string, string>> {
  const directory = dataDirectory(root)
  const installation = await openInstallation(directory, { use: 'command' })
  try {
    const { call, accounts } = installation
    const isNew = (await accounts.list()).length === 0
    const today = dayOf(Date.now())
    const size = { ...demoDefaults, apps, days }
    await installDemo(
      size,
      { call, notePath: directory.demo, workDirectory: directory.work, today },
      () => undefined,
    )
    const passwords = new Map<string, string>()
    for (const username of [account, 'hop', 'run']) {
      if (isNew && username !== account) await call(createAccount, { username })
      const password = randomBytes(9).toString('base64url')
      await call(setPassword, { username, password })
      passwords.set(username, password)
    }
    if (isNew) await addPartners(installation, addDays(today, -days), today)
    return passwords
  } finally {
    await installation.close()
  }
}

async function addPartners(
  { call }: Awaited<ReturnType<typeof openInstallation>>,
  firstDay: Day,
  today: Day,
): Promise<void> {
  const mark = { account, name: 'Acme Ads', accent: '#0a7f5a', poweredBy: true }
  await call(setMark, mark)
  const all = demoApps(demoDefaults.seed, apps)
  for (const [partner, name, percent, own] of [
    ['hop', 'Hop Games', '70', all.slice(0, 3)],
    ['run', 'Run Studio', '65', all.slice(3, 5)],
  ] as const) {
    await call(addPartner, { account, partner, name, percent, minimumPayout: '100' })
    for (const { appId } of own) await call(assignApp, { account, partner, appId })
  }
  await call(setPartner, { account, partner: 'hop', showsGross: true, taxNote: 'Without VAT.' })
  await call(addShare, {
    account,
    partner: 'hop',
    percent: '75',
    country: 'US',
    reason: 'contract of 2026',
  })
  await call(addShare, { account, partner: 'run', percent: '60', ecpm: '1', format: 'rewarded' })
  const last = firstDayOfMonth(monthsBefore(today, 2))
  for (let month = firstDayOfMonth(firstDay); month <= last; month = monthAfter(month)) {
    const of = { account, month: formatMonth(month) }
    if (month === last) {
      await call(adjustMonth, { ...of, partner: 'hop', amount: '-12.5', reason: 'invalid traffic' })
    }
    for (const partner of ['hop', 'run']) {
      const { number, total, due_on: date } = await call(approveMonth, { ...of, partner })
      const isPaid = month < last && Number(total) > 0 && date <= formatDay(today)
      if (isPaid)
        await call(recordPayout, { account, partner, amount: total, date, reference: number })
    }
  }
}
