import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { VisibleApps } from '../../records/visible-apps.ts'
import { citationPath, maxCitationCharacters } from '../../use-cases/report/citation.ts'
import {
  maxCitedChanges,
  maxCitedRows,
  openCitation,
} from '../../use-cases/report/open-citation.ts'
import { formatDay } from '../../values/day.ts'
import { jsonPieces, sendReport } from '../answer/send-report.ts'
import { jsonAnswer, keptAnswers, type RouteDescription } from '../openapi/description.ts'
import { component, day, instant, nullable, text } from '../openapi/members.ts'
import { principalOf } from '../plugins/guard.ts'
import type { ReportServices } from '../services.ts'
import { meta } from './answer-schema.ts'
import { refuseOthers } from './refuse-others.ts'

const cells = Type.Array(nullable(text()))

const page = component('CitedAnswer', {
  meta,
  columns: Type.Array(Type.Object({ name: text(), kind: text('`text` or `number`.') })),
  rows: Type.Array(cells, { description: 'Dates, names and exact decimals; null for unknown.' }),
  totals: cells,
  next_cursor: nullable(text(`Where there are more than ${maxCitedRows} rows.`)),
})

const citation = component('Citation', {
  citation: text(),
  account: text(),
  question: Type.Record(Type.String(), Type.Unknown(), {
    description: 'The question, as a JSON body of the report endpoint.',
  }),
  cited: page,
  now: page,
  is_same: Type.Boolean({ description: 'Whether both have the same rows and totals.' }),
  changes: Type.Array(
    Type.Object({
      import: Type.Integer({ description: 'The ledger entry.' }),
      kind: text(),
      committed_at: instant(),
      undoes: nullable(Type.Integer({ description: 'The entry that it undid.' })),
      source: nullable(text()),
      networks: Type.Array(text()),
      first_day: day(),
      last_day: day(),
      revenue_change: text('Of these networks and days, an exact decimal.'),
    }),
    {
      description: `Entries that changed its days and networks since; at most ${maxCitedChanges}.`,
    },
  ),
  has_more_changes: Type.Boolean(),
})

const described: RouteDescription = {
  operationId: 'openCitation',
  tag: 'Figures',
  summary: 'A cited answer as it was, as it is, and what changed it',
  description:
    'Answers with `include=citation` have this path. It gives no right: the key must see what was cited.',
  path: Type.Object({
    citation: Type.String({
      maxLength: maxCitationCharacters,
      examples: ['XYzBCsIwEAX_5Z23kEQQya-UUGKyh2Cz'],
    }),
  }),
  responses: keptAnswers(jsonAnswer('The answer then and now.', citation)),
  problems: ['unknown_citation', 'history_compacted', 'bad_parameters', 'figure_too_large'],
}

/** Opens citations for keys. */
export function citationRoutes(app: FastifyInstance, services: ReportServices): void {
  app.get(
    `${citationPath}:citation`,
    { config: { needs: 'read', developerIsOptional: true, openapi: described } },
    (request, reply) => answerCitation(request, reply, services),
  )
}

/** Opens a citation for the caller. */
export async function answerCitation(
  request: FastifyRequest,
  reply: FastifyReply,
  services: ReportServices,
): Promise<FastifyReply> {
  const principal = principalOf(request)
  refuseOthers(request)
  const { citation } = request.params as { citation: string }
  const { apps, figures, today } = services
  const versionNow = async () => {
    const state = await figures.states.of(principal.account.id)
    return [
      state.version,
      await new VisibleApps(apps, principal).version(),
      formatDay(today()),
    ].join()
  }
  const version = await versionNow()
  return sendReport(request, reply, {
    principal,
    contentType: 'application/json; charset=utf-8',
    cacheable: true,
    version,
    check: () => openCitation(services, principal, citation, new AbortController().signal),
    body: async (signal) => {
      const opened = await openCitation(services, principal, citation, signal)
      return { matchesVersion: (await versionNow()) === version, pieces: jsonPieces(opened) }
    },
  })
}
