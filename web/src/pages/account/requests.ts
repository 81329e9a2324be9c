import { accountTexts } from '../../texts/en/account.tsx'
import { daysOf } from '../../view/view.ts'

interface ExampleRequest {
  readonly title: string
  /** Path and query, without the API key. */
  readonly path: string
}

/** Example requests for each interface, about the last seven days. */
export function exampleRequests(username: string, today: string, appId: string | undefined) {
  const { from, to } = daysOf({ preset: 'last_7' }, today)
  const developer = new URLSearchParams({ developer: username })
  const week = new URLSearchParams({ start_date: from, end_date: to })
  const v2 = '/api/v2/publisher/applications'
  const earlier = `/api/publisher/${encodeURIComponent(username)}`
  return [
    { title: accountTexts.v2YourApps, path: `${v2}?${developer}` },
    { title: accountTexts.v2AWeekOfAll, path: `${v2}/stats?${developer}&${week}` },
    {
      title: accountTexts.v2AWeekByNetwork,
      path: `${v2}/stats?${developer}&${week}&group_by=network`,
    },
    ...(appId === undefined
      ? []
      : [
          {
            title: accountTexts.v2AWeekOfOne,
            path: `${v2}/stats?${developer}&${week}&app_id=${encodeURIComponent(appId)}`,
          },
        ]),
    {
      title: accountTexts.v2WhatIsFinal,
      path: `/api/v2/publisher/freshness?${developer}&${week}`,
    },
    { title: accountTexts.earlierInterfaceAWeek, path: `${earlier}?${week}` },
    {
      title: accountTexts.earlierInterfaceTheSameAs,
      path: `${earlier}?${week}&format=csv`,
    },
    { title: accountTexts.publicV1TheNetwork, path: '/api/v1/' },
    { title: accountTexts.publicV1Games, path: '/api/v1/games' },
    { title: accountTexts.publicV1Activity, path: '/api/v1/activity' },
  ] satisfies ExampleRequest[]
}

/** The curl command of a request. */
export function curlLine(origin: string, path: string, key: string | null): string {
  const bearer = key === null ? '' : ` -H 'Authorization: Bearer ${key}'`
  return `curl${bearer} '${origin}${path.replaceAll("'", '%27')}'`
}
