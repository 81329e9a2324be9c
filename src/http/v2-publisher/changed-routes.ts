import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { factKinds } from '../../facts/kinds.ts'
import type { AccountEntry, FigureLedger } from '../../ledger/figure-ledger.ts'
import { horizonAfter } from '../../ledger/history.ts'
import { type ChangedWalk, walkChanged } from '../../ledger/walk-changed.ts'
import { figuresOf, scopeText } from '../../publishers/principal.ts'
import { isOfScope, readChangeCursor } from '../../use-cases/report/change-cursor.ts'
import { formatInstant } from '../../values/instant.ts'
import { nearestName } from '../../values/nearest-name.ts'
import { badParameters, type ParameterError, Problem } from '../answer/problems.ts'
import { sendReport } from '../answer/send-report.ts'
import { keptAnswers, type RouteDescription } from '../openapi/description.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryErrors, queryStringOf } from '../plugins/read-query.ts'
import type { ReportServices } from '../services.ts'
import { changedBody } from './changed-body.ts'
import { changedLine } from './changed-line.ts'
import { changedQuery } from './wire-schema.ts'

const described: RouteDescription = {
  operationId: 'listChangedSlices',
  tag: 'Changes and freshness',
  summary: 'Every slice that changed since a cursor, with all its rows',
  description:
    'Lines of JSON: the state, then slices to replace, checkpoints, and at the end the `next_cursor`.',
  responses: keptAnswers({
    description: 'Replace each slice by its rows; a slice without rows is gone.',
    content: {
      'application/x-ndjson': Type.String({
        contentMediaType: 'application/x-ndjson',
        contentSchema: changedLine,
        description: 'Each line is a ChangedLine.',
      }),
    },
  }),
  problems: ['bad_parameters', 'cursor_expired'],
}

/** Slices that changed, with their rows: applying them keeps a copy of the figures current. */
export function changedRoutes(app: FastifyInstance, services: ReportServices): void {
  const { accounts, apps, figures } = services
  app.withTypeProvider<TypeBoxTypeProvider>().get(
    '/api/v2/publisher/report/changed',
    {
      config: { needs: 'read', developerIsOptional: true, openapi: described },
      schema: { querystring: changedQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { account } = principal
      const { since = null, limit, kind: name = 'figures' } = request.query
      const cursor = typeof since === 'string' ? readChangeCursor(since) : null
      const errors = [...queryErrors(request), ...unknownParameters(request)]
      if (typeof since === 'string' && cursor === null) {
        const message = 'is not a cursor of this endpoint: pass one of an earlier answer'
        errors.push({ parameter: 'since', message })
      }
      if (errors.length > 0) throw badParameters(errors)
      const state = await figures.states.asOf(null)
      // Positions are of the whole ledger: another account's cursor would leave changes out.
      const list = {
        generation: state.generation,
        scope: `copy ${scopeText(principal)}${name === 'figures' ? '' : ` ${name}`}`,
      }
      if (cursor && cursor.generation !== state.generation) {
        throw new Problem(
          'cursor_expired',
          `The figures were restored from a backup. ${beginAgain}`,
        )
      }
      if (cursor && !isOfScope(cursor, list.scope)) {
        throw new Problem(
          'cursor_expired',
          `This cursor is of another list, or of other apps than the key sees. ${beginAgain}`,
        )
      }
      const scope = figuresOf(principal)
      // The entry that a walk began with counts too: its checkpoints pass old changes.
      const readUpTo = cursor && Math.max(cursor.position.entry, cursor.begunAt ?? 0)
      const horizon =
        readUpTo === null
          ? null
          : await horizonAfter(await services.horizons.current(), services.ledger, scope, readUpTo)
      if (horizon) {
        throw new Problem(
          'cursor_expired',
          `This cursor is from before ${formatInstant(horizon.sinceMs)}, where the stored history begins since it was compacted. ${beginAgain}`,
        )
      }
      return sendReport(request, reply, {
        principal,
        contentType: 'application/x-ndjson; charset=utf-8',
        cacheable: true,
        version: `${state.version} ${account.id}`,
        body: async (signal) => {
          const walk = {
            kind: factKinds[name],
            scope,
            after: cursor?.position ?? null,
            entry: state.entry,
            limit: limit ?? null,
          }
          const last = await lastChange(services.ledger, walk)
          const begunAt = cursor ? cursor.begunAt : (last?.id ?? null)
          const pieces = changedBody({
            kind: walk.kind,
            since,
            list: { ...list, begunAt },
            pages: walkChanged(services, walk, signal),
            header: {
              as_of: last && formatInstant(last.committedAtMs),
              currency: account.currency,
            },
            appsByKeys: (keys) => apps.byKeys(keys),
            confirm: async () => {
              const isThere = await accounts.byId(account.id)
              if (!isThere) throw new Error('The account was deleted.')
            },
          })
          return { matchesVersion: true, pieces }
        },
      })
    },
  )
}

/** The entry that changed figures of the scope last. The last one of all would tell when others import. */
const lastChange = async (
  ledger: FigureLedger,
  { scope, entry }: ChangedWalk,
): Promise<AccountEntry | null> => (await ledger.entriesOf(scope, entry + 1, 1))[0] ?? null

const beginAgain = 'Empty the copy and read all slices again: leave out since.'

/** A filter that is ignored would be mistaken for one that works, an empty one too. */
function unknownParameters({ url }: FastifyRequest): ParameterError[] {
  const known = Object.keys(changedQuery.properties)
  const given = new Set(new URLSearchParams(queryStringOf(url)).keys())
  return [...given]
    .filter((parameter) => !known.includes(parameter))
    .slice(0, maxNamed)
    .map((parameter) => ({
      parameter: parameter.slice(0, maxNameLength),
      message: unknownMessage(parameter, known),
    }))
}

function unknownMessage(parameter: string, known: readonly string[]): string {
  const meant = nearestName(parameter, known, parameterSynonyms)
  if (meant !== null) return `does not exist here. Did you mean ${meant}?`
  return `does not exist here: the answer has all figures that the key sees. There are ${known.join(', ')}`
}

/** Other interfaces' names of parameters. */
const parameterSynonyms = { cursor: 'since', next_cursor: 'since', page_size: 'limit' }

const maxNamed = 20
const maxNameLength = 100
