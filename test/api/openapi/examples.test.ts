import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AnswerChecker } from '../../fixtures/answer-checker.ts'
import { openBooks } from '../../fixtures/books-site.ts'
import { openDemoSite } from '../../fixtures/demo-site.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const demo = shareSite(openDemoSite)
const books = shareSite(openBooks)

const v2 = '/api/v2/publisher'
const money = `${v2}/money`
const days = 'start_date=2026-03-08&end_date=2026-03-09'

/** The requests of the document's examples, by operation. */
const requests: Readonly<Record<string, string>> = {
  checkAlive: '/healthz',
  checkReady: '/readyz',
  listApplications: `${v2}/applications?developer=demo`,
  getFigures: `${v2}/applications/stats?developer=demo&${days}&group_by=network`,
  getReport: `${v2}/report?${days}&dimensions=date,network&metrics=impressions,revenue,ctr&limit=4`,
  getReportSchema: `${v2}/report/schema`,
  listChanges: `${v2}/changes?developer=demo&limit=2`,
  getFreshness: `${v2}/freshness?developer=demo&start_date=2026-03-09&end_date=2026-03-09`,
  listImports: `${v2}/imports?developer=demo`,
  getImport: `${v2}/imports/1?developer=demo`,
  getPublisherIndex: '/api/publisher?developer=demo',
  getDailyFigures: `/api/publisher/demo?start_date=2026-03-09&end_date=2026-03-09`,
  getDailyFiguresOfApp: `/api/publisher/demo/{platform}/{app}?${days}`,
  getRoot: '/api/v1/',
  listGames: '/api/v1/games?limit=1',
  getGame: '/api/v1/games/{game}',
  listUsers: '/api/v1/users?limit=1',
  getUser: '/api/v1/users/{user}',
  listActivity: '/api/v1/activity?limit=1',
  getActivity: '/api/v1/activity/{activity}',
}

/** Requests about money: the small demo has no closed month. */
const moneyRequests: Readonly<Record<string, string>> = {
  getMoney: money,
  listMonthsOfMoney: `${money}/months`,
  getClosedFigures: `${money}/months/2026-01`,
  getJournal: `${money}/journal?from=2026-01&to=2026-01`,
  listStatementLines: `${money}/lines?month=2026-01`,
  listStatements: `${money}/statements`,
  listTerms: `${money}/terms`,
}

/** The first record of a list. */
const first = async (list: string) => (await demo.ask(`/api/v1/${list}?limit=1`)).json().data[0]

test('the examples are what the demo and its like answer; vitest -u records them again', async () => {
  const [app] = (await demo.ask('/api/publisher?developer=demo')).json().apps
  const known: Readonly<Record<string, string>> = {
    app: app.game_identifier,
    platform: app.game_platform,
    game: (await first('games')).id,
    user: (await first('users')).username,
    activity: (await first('activity')).id,
  }
  const examples: Record<string, object> = {}
  for (const [operation, template] of Object.entries({ ...requests, ...moneyRequests })) {
    const request = template.replace(/\{(\w+)\}/g, (_, name: string) => known[name]!)
    const { ask } = operation in moneyRequests ? books : demo
    const answer = await ask(request)
    expect([operation, answer.statusCode]).toEqual([operation, 200])
    examples[operation] = { request, answer: answer.json() }
  }
  const file = join(import.meta.dirname, '../../../src/http/openapi/examples.json')
  await expect(`${JSON.stringify(examples, null, 2)}\n`).toMatchFileSnapshot(file)
})

test('every example is in the document and conforms to its schema', async () => {
  const document = (await demo.ask('/openapi.json')).json()
  const checker = new AnswerChecker(document)
  const shown: string[] = []
  for (const [path, methods] of Object.entries<Record<string, Operation>>(document.paths)) {
    const { operationId, responses } = methods.get ?? {}
    const { example } = responses?.['200']?.content?.['application/json'] ?? {}
    if (operationId === undefined || example === undefined) continue
    const answer = { status: 200, contentType: 'application/json', body: JSON.stringify(example) }
    expect(checker.fault('GET', path, answer)).toBeNull()
    shown.push(operationId)
  }
  expect(shown.sort()).toEqual(Object.keys({ ...requests, ...moneyRequests }).sort())
})

interface Operation {
  readonly operationId?: string
  readonly responses?: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> }>
  >
}
