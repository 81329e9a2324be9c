import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../publishers/app.ts'
import { VisibleApps } from '../../publishers/visible-apps.ts'
import type { InsightScope } from '../../use-cases/insight/read-figures.ts'
import { jsonPieces, sendReport } from '../answer/send-report.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { toScope } from './insight-request.ts'
import { accountMembers } from './session-cookie.ts'
import type { FiltersQuery } from './wire-schema.ts'

/** Makes the members of an answer. @param ever all apps that the account ever had */
export type AnswerInsight = (
  scope: InsightScope,
  signal: AbortSignal,
  ever: readonly App[],
) => Promise<object>

/** @returns sends an answer about the figures that a query filters, in the account's turn */
export const insightSender =
  (services: DashboardServices) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    query: FiltersQuery,
    answer: AnswerInsight,
  ): Promise<FastifyReply> => {
    const principal = principalOf(request)
    const { version } = await services.figures.states.of(principal.account.id)
    const ever = await new VisibleApps(services.apps, principal).ever()
    const known = ever.filter(({ endedBy }) => endedBy === undefined)
    const scope = toScope(query, principal, known)
    return sendReport(request, reply, {
      ...{ principal, version, cacheable: false },
      contentType: 'application/json; charset=utf-8',
      body: async (signal) => {
        const body = await answer(scope, signal, ever)
        const pieces = jsonPieces({ ...accountMembers(principal), ...body })
        return { matchesVersion: false, pieces }
      },
    })
  }
