import { Type } from 'typebox'
import type { StoredQuestion } from '../publishers/report-link.ts'
import {
  country,
  day,
  givenName,
  identifier,
  listOf,
  moment,
  momentMs,
  oneOf,
  username,
  wholeNumber,
} from './fields.ts'
import { appKeys, appList } from './key-scope.ts'
import { toLinkView } from './link-view.ts'
import { refuse } from './refusals.ts'
import { type RequestOf, useCase } from './use-case.ts'

const maxDays = 3_660
const maxValues = 300

const questionFields = {
  /** The first and the last day. */
  start: Type.Optional(day),
  end: Type.Optional(day),
  /** In place of both: so many days, of which the last is yesterday. */
  days: Type.Optional(wholeNumber(1, maxDays)),
  app: Type.Optional(appList),
  network: Type.Optional(listOf(identifier, maxValues)),
  country: Type.Optional(listOf(country, maxValues)),
  groupBy: Type.Optional(oneOf(['network', 'format', 'country'])),
  /** JSON when absent. */
  format: Type.Optional(oneOf(['json', 'csv'])),
}

/** Creates a link that answers one question about figures, as V2 does, and returns its token. */
export const createLink = useCase({
  name: 'create-link',
  request: {
    username,
    name: givenName,
    ...questionFields,
    /** The first instant at which it no longer works; never when absent. */
    expires: Type.Optional(moment),
  },
  run: async (services, { username, name, expires, ...asked }) => {
    const { accounts, apps, links } = services
    const question = toQuestion(asked)
    const account = await accounts.get(username)
    const { link, token } = await links.create(username, {
      name,
      question,
      apps: asked.app ? await appKeys(asked.app, account, apps) : null,
      expiresAtMs: expires === undefined ? null : momentMs(expires),
    })
    return { username, path: `/shared/reports/${token}`, ...toLinkView(link, services) }
  },
  audit: ({ username, name }, { expires_at: expiresAt, question }) => [
    {
      action: 'link_created',
      account: username,
      facts: {
        link_name: name,
        ...question,
        ...(expiresAt !== null && { expires_at: expiresAt }),
      },
    },
  ],
})

/** @throws Refusal when the days are unclear or in the wrong order */
function toQuestion(asked: RequestOf<typeof questionFields>): StoredQuestion {
  const { start, end, days, app, network, country, groupBy, format = 'json' } = asked
  const isFixed = start !== undefined && end !== undefined
  if (isFixed === (days !== undefined) || (start === undefined) !== (end === undefined)) {
    throw refuse('days_unclear', {})
  }
  if (isFixed && end < start) throw refuse('days_reversed', { start, end })
  return {
    family: 'stats',
    parameters: {
      ...(app && { app_id: [...app].sort() }),
      ...(isFixed ? { end_date: end } : { days: String(days) }),
      ...(country && { geo: [...country].sort() }),
      ...(groupBy && { group_by: groupBy }),
      ...(network && { network: [...network].sort() }),
      ...(isFixed && { start_date: start }),
    },
    format,
  }
}
