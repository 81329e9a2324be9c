import type { APIRequestContext } from 'playwright-core'
import { formatMonth, monthAfter, monthsBefore, parseMonth } from '../../src/values/months.ts'
import type { DemoServer } from './demo-server.ts'

/** A partner of the demo with a login, and the password of its owner. */
export const demoPartner = { username: 'hop', password: 'hop opens at noon' } as const

/**
 * Gives the demo two partners: one with a month that was paid, one that is approved, and a provisional one; the other has its
 * first statement. Does nothing when it has partners already.
 *
 * @param request of a browser that is signed in to the demo
 */
export async function fillPartner(request: APIRequestContext, server: DemoServer): Promise<void> {
  const api = `${server.url}/dashboard/api`
  const get = async (path: string) => (await request.get(`${api}/${path}`)).json()
  const partner = demoPartner.username
  const post = async (path: string, fields: object) => {
    const answer = await request.post(`${api}/partners/${path}`, { data: { partner, ...fields } })
    if (!answer.ok())
      throw new Error(`${path} was answered ${answer.status()}: ${await answer.text()}`)
    return answer.json()
  }
  if ((await get('partners')).partners.length > 0) return
  await server.run(['accounts', 'create', partner])
  await server.run(['accounts', 'set-password', partner], `${demoPartner.password}\n`)
  const added = ['partners', 'add', server.username, partner, '--percent', '70']
  await server.run([...added, '--name', 'Hop Games', '--net-days', '15'])
  const { apps, today } = await get('account')
  const [paid, approved, current] = lastMonths(today)
  for (const { app_id } of apps.slice(0, 2)) {
    await post('assign', { app_id, from: `${paid}-01` })
  }
  await post('shares/add', { percent: '60', network: 'admob', reason: 'Deal of 2026' })
  await post('adjust', { month: approved, amount: '-12.5', reason: 'Invalid traffic' })
  const { total, due_on: date } = await post('approve', { month: paid })
  await post('payouts/add', { amount: total, date, reference: 'WIRE 4471' })
  await post('approve', { month: approved })
  await post('month', { month: current, state: 'provisional' })
  await server.run(['accounts', 'create', 'run'])
  await server.run(['partners', 'add', server.username, 'run', '--percent', '65'])
  await post('assign', { partner: 'run', app_id: apps[2].app_id, from: `${approved}-01` })
  await post('approve', { partner: 'run', month: approved })
  const mark = { name: 'Studio Networks', accent: '#0a7f5a' }
  const answer = await request.post(`${api}/partners/mark/set`, { data: mark })
  if (!answer.ok()) throw new Error(`The mark was answered ${answer.status()}.`)
}

/** The two months that are over, and the current one. */
function lastMonths(today: string): [string, string, string] {
  const current = parseMonth(today.slice(0, 7))!
  const first = monthsBefore(current, 2)
  return [formatMonth(first), formatMonth(monthAfter(first)), formatMonth(current)]
}
