import { daysOf } from '../../view/view.ts'

interface ExampleRequest {
  readonly title: string
  /** Path and query, without the API key. */
  readonly path: string
}

/** Example requests for each interface, about the last seven days. */
export function exampleRequests(username: string, today: string, appId: string | undefined) {
  const { from, to } = daysOf({ preset: '7d' }, today)
  const developer = new URLSearchParams({ developer: username })
  const week = new URLSearchParams({ start_date: from, end_date: to })
  const v2 = '/api/v2/publisher/applications'
  const earlier = `/api/publisher/${encodeURIComponent(username)}`
  return [
    { title: 'V2: your apps', path: `${v2}?${developer}` },
    { title: 'V2: a week of all apps', path: `${v2}/stats?${developer}&${week}` },
    {
      title: 'V2: a week by network',
      path: `${v2}/stats?${developer}&${week}&group_by=network`,
    },
    ...(appId === undefined
      ? []
      : [
          {
            title: 'V2: a week of one app, in full',
            path: `${v2}/stats?${developer}&${week}&app_id=${encodeURIComponent(appId)}`,
          },
        ]),
    {
      title: 'V2: what is final',
      path: `/api/v2/publisher/freshness?${developer}&${week}`,
    },
    { title: 'Earlier interface: a week', path: `${earlier}?${week}` },
    {
      title: 'Earlier interface: the same as CSV',
      path: `${earlier}?${week}&format=csv`,
    },
    { title: 'Public v1: the network', path: '/api/v1/' },
    { title: 'Public v1: games', path: '/api/v1/games' },
    { title: 'Public v1: activity', path: '/api/v1/activity' },
  ] satisfies ExampleRequest[]
}

/** The curl command of a request. */
export function curlLine(origin: string, path: string, key: string | null): string {
  const bearer = key === null ? '' : ` -H 'Authorization: Bearer ${key}'`
  return `curl${bearer} '${origin}${path.replaceAll("'", '%27')}'`
}
