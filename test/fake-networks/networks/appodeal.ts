import { formatDay, parseDay } from '../../../src/values/day.ts'
import type { Call, FakeNetwork, Reply } from '../fake-network.ts'
import { appNumber, dollars, type TruthRow, withoutAdUnits } from '../truth.ts'

const given = { apiKey: 'appodeal-key', userId: '4711' }
const words = { banner: 'banner', interstitial: 'interstitial', rewarded: 'rewarded_video' }
const api = 'api-services.appodeal.com/api/v2'
const details = ['date', 'app', 'country', 'banner_type', 'network']

export default (): FakeNetwork => {
  /** The rows of tasks, with how often each was looked for. Every second result is at another address. */
  const tasks: { readonly rows: readonly TruthRow[]; looks: number }[] = []
  const forTask =
    (answer: (task: (typeof tasks)[number], id: number) => Reply) =>
    ({ query }: Call): Reply => {
      const task = tasks[Number(query.get('task_id'))]
      if (!isKnown(query)) return refused
      return task ? answer(task, tasks.indexOf(task)) : { body: { code: 2, message: 'No task' } }
    }
  return {
    connector: 'appodeal',
    given,
    reports: 'mediation',
    rate: { requests: 60, seconds: 60 },
    routes: [
      {
        stage: 'report',
        method: 'GET',
        address: `${api}/stats_api`,
        answer: ({ query, rows }) => {
          if (!isKnown(query)) return refused
          const day = parseDay(query.get('date_from') ?? '')
          const hasDetails = details.every((detail) =>
            query.getAll('detalisation[]').includes(detail),
          )
          if (day === null || query.get('date_to') !== query.get('date_from') || !hasDetails) {
            return { body: { code: 3, message: 'Wrong parameters' } }
          }
          const isPlaced = query.getAll('detalisation[]').includes('placement')
          const all = rows('mediation', day)
          const task = tasks.push({ rows: isPlaced ? all : withoutAdUnits(all), looks: 0 }) - 1
          return { body: { code: 0, task_id: String(task) } }
        },
      },
      {
        stage: 'report',
        method: 'GET',
        address: `${api}/check_status`,
        answer: forTask((task) => ({ body: { code: 0, task_status: task.looks++ ? '1' : '0' } })),
      },
      {
        stage: 'report',
        method: 'GET',
        address: `${api}/output_result`,
        answer: forTask((task, id) =>
          id % 2 === 0
            ? resultOf(task.rows)
            : { body: { code: 0, url: `https://results.appodeal.com/${id}.json` } },
        ),
      },
      {
        stage: 'report',
        method: 'GET',
        address: 'results.appodeal.com/*.json',
        answer: ({ wild }) => resultOf(tasks[Number(wild[0])]!.rows),
      },
    ],
    says: {
      'slow-down': { status: 429, body: 'Too Many Requests' },
      'error-inside': { body: { code: 5, message: 'Please try again' } },
      'not-ready': { body: { code: 0, task_status: '0' } },
    },
    rowFaults: ['wrong-clock'],
  }
}

const refused: Reply = { body: { code: 1, message: 'Wrong api_key or user_id' } }
const isKnown = (query: URLSearchParams): boolean =>
  query.get('api_key') === given.apiKey && query.get('user_id') === given.userId

const resultOf = (rows: readonly TruthRow[]): Reply => ({
  body: {
    code: 0,
    data: rows.map((row) => ({
      date: formatDay(row.day),
      app_key: appNumber('appodeal', row.app),
      app_name: row.app.name,
      platform: row.app.platform,
      country: row.country,
      banner_type: words[row.format],
      network: row.network,
      ...(row.adUnit && { placement: row.adUnit }),
      impressions: row.impressions,
      clicks: row.clicks,
      revenue: Number(dollars(row.revenueMicros)),
    })),
  },
})
