import type { APIRequestContext } from 'playwright-core'

interface Answers {
  readonly today: string
  readonly apps: readonly { readonly app_id: string }[]
  readonly views: readonly object[]
  readonly notes: readonly object[]
}

const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

/**
 * Gives the demo views and notes, unless it has some.
 *
 * @param request of a browser that is signed in
 * @returns an app of the demo
 */
export async function fillDemo(request: APIRequestContext, url: string): Promise<string> {
  const api = `${url}/dashboard/api`
  const get = async (name: string): Promise<Answers> => (await request.get(`${api}/${name}`)).json()
  const post = async (path: string, data: object) => {
    const answer = await request.post(`${api}/${path}`, { data })
    if (!answer.ok())
      throw new Error(`${path} was answered ${answer.status()}: ${await answer.text()}`)
  }
  const { today, apps } = await get('account')
  const app = apps[0]!.app_id
  if ((await get('views')).views.length === 0) {
    for (const [name, address] of [
      ['Monday review', '/dashboard?days=last_7'],
      ['Rewarded in the US', '/dashboard?ad_format=rewarded&country=US&days=last_90'],
      ['eCPM by network', '/dashboard?plot=ecpm'],
    ] as const) {
      await post('views/save', { name, address })
    }
  }
  if ((await get('notes')).notes.length === 0) {
    await post('notes/add', { start_date: dayBefore(today, 9), text: 'Price test began' })
    const [from, to] = [dayBefore(today, 21), dayBefore(today, 18)]
    await post('notes/add', {
      start_date: from,
      end_date: to,
      app_id: app,
      text: 'Featured in the store',
    })
  }
  return app
}
