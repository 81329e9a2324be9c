import { Type } from 'typebox'
import { hasPage, type ReportLink, type StoredQuestion } from '../publishers/report-link.ts'
import { answerFormats } from '../values/answer-format.ts'
import { dayOf } from '../values/day.ts'
import { pageOfLink } from '../values/page-paths.ts'
import {
  country,
  day,
  givenName,
  identifier,
  listOf,
  moment,
  momentMs,
  oneOf,
  relativeDays,
  username,
} from './fields.ts'
import { appKeys, appList } from './key-scope.ts'
import { toLinkView } from './link-view.ts'
import { refuse } from './refusals.ts'
import { refusalOf } from './report/question-refusal.ts'
import { questionField, readStoredQuestion, storeQuestion } from './report/stored-question.ts'
import { type RequestOf, useCase } from './use-case.ts'

const maxDays = 3_660
const maxValues = 300

const questionFields = {
  /** The first and the last day. */
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  /** Instead of both. */
  days: Type.Optional(relativeDays),
  appId: Type.Optional(appList),
  /** A question to the report endpoint, in place of the fields below. */
  report: Type.Optional(questionField(['start_date', 'end_date', 'days', 'cursor', 'format'])),
  network: Type.Optional(listOf(identifier, maxValues)),
  country: Type.Optional(listOf(country, maxValues)),
  groupBy: Type.Optional(oneOf(['network', 'format', 'country'])),
  /** JSON when absent. */
  format: Type.Optional(oneOf(answerFormats)),
}

type Asked = RequestOf<typeof questionFields>

/**
 * Creates a link that answers one question about figures, as V2's figures of apps or the report
 * endpoint do, and returns its token.
 */
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
    const { accounts, apps, links, now } = services
    refuseUnclearDays(asked)
    const question = asked.report ? toReportQuestion(asked, now()) : toStatsQuestion(asked)
    const account = await accounts.get(username)
    const { link, token } = await links.create(username, {
      name,
      question,
      apps: asked.appId ? await appKeys(asked.appId, account, apps) : null,
      expiresAtMs: expires === undefined ? null : momentMs(expires),
    } satisfies Pick<ReportLink, 'name' | 'question' | 'apps' | 'expiresAtMs'>)
    const path = `/shared/reports/${token}`
    const pagePath = hasPage(question) ? pageOfLink(path) : null
    return { username, path, pagePath, ...toLinkView(link, services) }
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
function refuseUnclearDays({ startDate: start, endDate: end, days }: Asked): void {
  const isFixed = start !== undefined && end !== undefined
  if (isFixed === (days !== undefined) || (start === undefined) !== (end === undefined)) {
    throw refuse('days_unclear', {})
  }
  if (isFixed && end < start) throw refuse('days_reversed', { start, end })
}

/** Options of links without dimensions and metrics. */
const misplaced = {
  network: 'belongs in report',
  country: 'belongs in report',
  groupBy: 'goes with neither dimensions nor metrics; group with dimensions',
} as const

/** @throws Refusal `question_refused` when the report endpoint does not accept a parameter */
function toReportQuestion(asked: Asked, now: Date): StoredQuestion {
  const { startDate, endDate, days, appId, report = {}, format = 'json' } = asked
  const faults = Object.entries(misplaced)
    .filter(([name]) => asked[name as keyof typeof misplaced] !== undefined)
    .map(([parameter, message]) => ({ parameter, message }))
  if (faults.length > 0) throw refuse('question_refused', { faults })
  try {
    const question = {
      ...report,
      ...(days ? { days: [days] } : { start_date: [startDate!], end_date: [endDate!] }),
      ...(appId && { app_id: [...appId].sort() }),
    }
    const stored = storeQuestion(question, format)
    readStoredQuestion(stored, dayOf(now.getTime()), maxDays)
    return stored
  } catch (error) {
    throw refusalOf(error)
  }
}

/** @throws Refusal `question_refused` for a format that only the report endpoint has */
function toStatsQuestion(asked: Asked): StoredQuestion {
  const { startDate, endDate, days, appId, network, country, groupBy, format = 'json' } = asked
  if (format !== 'json' && format !== 'csv') {
    const message = `${format} is a format of links with dimensions or metrics; choose json or csv`
    throw refuse('question_refused', { faults: [{ parameter: 'format', message }] })
  }
  return {
    family: 'stats',
    parameters: {
      ...(appId && { app_id: [...appId].sort() }),
      ...(days ? { days } : { end_date: endDate! }),
      ...(country && { geo: [...country].sort() }),
      ...(groupBy && { group_by: groupBy }),
      ...(network && { network: [...network].sort() }),
      ...(!days && { start_date: startDate! }),
    },
    format,
  }
}
