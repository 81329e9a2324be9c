import { type Answer, type Ask, instantAfter, type Question } from './edition.ts'
import { begun, entryPlaces, keys, laterBegun, password } from './history.ts'

export interface Recorded {
  readonly question: Question
  readonly answer: Answer
}

type Query = Readonly<Record<string, string>>

/** Asks an edition about its whole history. */
export async function record(ask: Ask): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  const put = async (path: string, query: Query = {}, more: Partial<Question> = {}) => {
    const text = new URLSearchParams(query).toString()
    const address = text === '' ? path : `${path}?${text}`
    const question = { method: 'GET', headers: {}, body: '', ...more, path: address }
    const answer = await ask(question)
    recorded.push({ question, answer })
    return answer
  }
  const of = (developer: keyof typeof keys) => ({ developer, key: keys[developer] })
  const [studio, euros, odd] = [of('studio'), of('euros'), of('odd.one')]
  const range = (start_date: string, end_date: string) => ({ start_date, end_date })
  const all = range('2024-01-01', '2026-03-11')
  const weeks = range('2026-02-09', '2026-03-08')
  const v2 = '/api/v2/publisher'
  const stats = `${v2}/applications/stats`
  const gzip = { headers: { 'accept-encoding': 'gzip' } }

  for (const account of [studio, euros, odd]) {
    await put(`${v2}/applications`, account)
    await put(stats, { ...account, ...all })
    for (const group_by of ['network', 'format', 'country']) {
      await put(stats, { ...account, ...all, group_by })
    }
    await put(`${v2}/changes`, account)
    await put(`${v2}/freshness`, { ...account, ...range('2026-02-25', '2026-03-11') })
  }
  await put(stats, { ...studio, ...weeks, app_id: 'zap-ios' })
  await put(stats, { ...studio, ...weeks, app_id: 'zap-ios', geo: 'de,ca' }, gzip)
  await put(stats, { ...studio, ...weeks, android_package: 'com.example.zap', platform: 'amazon' })
  await put(stats, { ...odd, ...all, app_id: 'old+app&1/ä' })
  await put(stats, { ...studio, ...all, network: 'vungle,late_network' })
  const entries = Object.values(entryPlaces).map((place) => instantAfter(begun, place))
  const later = [0, 1, 3, 7].map((place) => instantAfter(laterBegun, place))
  for (const as_of of [...entries, ...later]) {
    await put(stats, { ...studio, ...weeks, app_id: 'zap-ios', network: 'ownnet', as_of })
    await put(stats, { ...studio, ...all, group_by: 'network', as_of })
    await put(stats, { ...euros, ...all, group_by: 'country', as_of })
  }
  let since = ''
  for (const limit of ['1', '30', '1000']) {
    const query = { ...studio, limit, ...(since && { since }) }
    const { body } = await put(`${v2}/changes`, query)
    since = JSON.parse(body).next_cursor
  }

  const publisher = '/api/publisher'
  for (const name of ['studio', 'euros', 'odd.one'] as const) {
    await put(`${publisher}/${name}`, { key: keys[name], ...weeks, format: 'csv' })
    await put(`${publisher}/${name}`, { key: keys[name], ...range('2026-03-01', '2026-03-06') })
  }
  const ios = `${publisher}/studio/ios/900000001/`
  await put(ios, { key: keys.studio, ...weeks, ad_tag: 'menu' })
  await put(ios, { key: keys.studio, ...weeks, creative_type: 'rewarded', format: 'csv' })
  await put(ios, { key: keys.studio, ...weeks, as_of: instantAfter(begun, 15) })
  await put(publisher, studio)
  await put(`${publisher}/studio`, { key: keys.studio })

  const v1 = '/api/v1'
  for (const path of [
    ...['', '/games', '/games/zap', '/games/zap/players', '/games/zap/activity', '/users'],
    ...['/users/mira', '/users/gone', '/users/mira/games', '/activity', '/activity/ios'],
    ...['/activity/a1', '/activity/a2'],
  ]) {
    await put(`${v1}${path}`)
  }
  await put(`${v1}/activity`, { limit: '7', callback: 'show' })

  const { headers } = await put(stats, { ...studio, ...weeks })
  const known = { headers: { 'if-none-match': headers.etag! } }
  await put(stats, { ...studio, ...weeks }, known)
  await put(stats, { ...of('closed'), ...weeks })
  await put(stats, { ...studio, ...weeks, app_id: 'euro-app' })
  await put(stats, { ...studio, start_date: '2026-03-02', end_date: '2026-03-01', geo: 'UK' })
  return recorded
}

/** Signs in as the studio. @returns the session cookie */
export async function signIn(ask: Ask): Promise<string> {
  const { status, headers } = await ask({
    method: 'POST',
    path: '/dashboard/api/sign-in',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ username: 'studio', password }),
  })
  if (status !== 204) throw new Error(`signing in was answered with ${status}`)
  return headers['set-cookie']!.split(';')[0]!
}
