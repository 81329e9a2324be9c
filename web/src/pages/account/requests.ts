import { daysOf } from '../../view/view.ts'

/** A request to one of the interfaces, as an example to run. */
export interface ExampleRequest {
  readonly title: string
  /** Path and query, without any key. */
  readonly path: string
  /** Whether it shows the account's key. */
  readonly isPrivate: boolean
}

/** Requests that show what each interface is for, of the last week. */
export function exampleRequests(username: string, today: string, appId: string | undefined) {
  const { from, to } = daysOf({ preset: '7d' }, today)
  const developer = new URLSearchParams({ developer: username })
  const week = new URLSearchParams({ start_date: from, end_date: to })
  const v2 = '/api/v2/publisher/applications'
  const earlier = `/api/publisher/${encodeURIComponent(username)}`
  return [
    { title: 'V2: your apps', path: `${v2}?${developer}`, isPrivate: true },
    { title: 'V2: a week of all apps', path: `${v2}/stats?${developer}&${week}`, isPrivate: true },
    {
      title: 'V2: a week by network',
      path: `${v2}/stats?${developer}&${week}&group_by=network`,
      isPrivate: true,
    },
    ...(appId === undefined
      ? []
      : [
          {
            title: 'V2: a week of one app, in full',
            path: `${v2}/stats?${developer}&${week}&app_id=${encodeURIComponent(appId)}`,
            isPrivate: true,
          },
        ]),
    {
      title: 'V2: what is final',
      path: `/api/v2/publisher/freshness?${developer}&${week}`,
      isPrivate: true,
    },
    { title: 'Earlier interface: a week', path: `${earlier}?${week}`, isPrivate: true },
    {
      title: 'Earlier interface: the same as CSV',
      path: `${earlier}?${week}&format=csv`,
      isPrivate: true,
    },
    { title: 'Public v1: the network', path: '/api/v1/', isPrivate: false },
    { title: 'Public v1: games', path: '/api/v1/games', isPrivate: false },
    { title: 'Public v1: activity', path: '/api/v1/activity', isPrivate: false },
  ] satisfies ExampleRequest[]
}

/** The line that runs a request in a terminal. */
export function curlLine(origin: string, path: string, key: string | null): string {
  const bearer = key === null ? '' : ` -H 'Authorization: Bearer ${key}'`
  return `curl${bearer} '${origin}${path.replaceAll("'", '%27')}'`
}
