import { Type } from 'typebox'
import { hasPage, type ReportLink, type StoredQuestion } from '../publishers/report-link.ts'
import { refuseParameters } from '../reporting/question/question-error.ts'
import type { ReportQuestion } from '../reporting/question/report-question.ts'
import { isSettledQuestion } from '../reporting/question/settled-question.ts'
import { answerFormats } from '../values/answer-format.ts'
import { dayOf } from '../values/day.ts'
import { pageOfLink } from '../values/page-paths.ts'
import { day, givenName, moment, momentMs, oneOf, relativeDays, username } from './fields.ts'
import { appKeys, appList } from './key-scope.ts'
import { toLinkView } from './link-view.ts'
import { refuse } from './refusals.ts'
import { refusalOf } from './report/question-refusal.ts'
import { questionField, readStoredQuestion, storeQuestion } from './report/stored-question.ts'
import { type RequestOf, useCase } from './use-case.ts'

const maxDays = 3_660

const questionFields = {
  /** The first and the last day. */
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  /** Instead of both. */
  days: Type.Optional(relativeDays),
  appId: Type.Optional(appList),
  /** The other parameters of the report endpoint; none when absent. */
  report: Type.Optional(
    questionField(['start_date', 'end_date', 'days', 'app_id', 'cursor', 'format']),
  ),
  /** JSON when absent. */
  format: Type.Optional(oneOf(answerFormats)),
}

type Asked = RequestOf<typeof questionFields>

/** Creates a link that answers one question to the report endpoint, and returns its token. */
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
    const question = toQuestion(asked, now())
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

/** @throws QuestionError: anyone with the address would see what networks owe and paid */
function refuseSettled(question: ReportQuestion): void {
  if (!isSettledQuestion(question)) return
  const named = question.metrics.join(', ')
  const message = `${named} cannot be shown by report links, which need no sign-in: ask with a key that has the permission finance`
  throw refuseParameters([{ parameter: 'metrics', message }])
}

/** @throws Refusal `question_refused` when the report endpoint does not accept a parameter */
function toQuestion(asked: Asked, now: Date): StoredQuestion {
  const { startDate, endDate, days, appId, report = {}, format = 'json' } = asked
  try {
    const question = {
      ...report,
      ...(days ? { days: [days] } : { start_date: [startDate!], end_date: [endDate!] }),
      ...(appId && { app_id: [...appId].sort() }),
    }
    const stored = storeQuestion(question, format)
    refuseSettled(readStoredQuestion(stored, dayOf(now.getTime()), maxDays).question)
    return stored
  } catch (error) {
    throw refusalOf(error)
  }
}
