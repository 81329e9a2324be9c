import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addStatement } from '../../use-cases/money/import-statements.ts'
import { journalCsv } from '../../use-cases/money/journal-csv.ts'
import { showJournal } from '../../use-cases/money/show-journal.ts'
import type { UseCase } from '../../use-cases/use-case.ts'
import { snakeCase } from '../../values/letter-case.ts'
import { Refusal } from '../../values/refusal.ts'
import { negotiateFormat } from '../answer/negotiate-format.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { importProblem } from '../imports/import-problems.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { ImportServices } from '../services.ts'
import {
  type Fields,
  journalQuery,
  noQuery,
  readQuery,
  statementQuery,
} from './money-parameters.ts'
import {
  describedImport,
  describedJournal,
  type MoneyDescription,
  moneyTable,
} from './money-table.ts'

const root = '/api/v2/publisher/money'
const json = 'application/json'
const csv = 'text/csv'

/** A thousand app ids fit. */
const maxBodyBytes = 262_144
/** Some 20,000 lines. */
const maxFileBytes = 2_097_152

/** What networks owe, paid and took, with a key. */
export async function moneyRoutes(app: FastifyInstance, services: ImportServices): Promise<void> {
  app.setErrorHandler((error) => {
    throw error instanceof Refusal ? moneyProblem(error) : error
  })

  /** Asks a use case in the turn of the key's account. */
  const ask = <Result>(
    request: FastifyRequest,
    reply: FastifyReply,
    useCase: UseCase<never, Result>,
    fields: Fields,
  ): Promise<Result> => {
    const { account, name } = principalOf(request)
    const call = services.callAs(actorOf(request, 'key', name))
    reply.header('cache-control', 'no-store')
    return app.answerQueues.askShort(account.id, () => call(useCase, fields as never))
  }

  for (const [name, route] of Object.entries(moneyTable)) {
    const { useCase, query = noQuery, read, answer, ...about } = route
    const [method, path] = name.split(' ') as ['GET' | 'POST', string]
    app.route({
      method,
      url: root + path,
      config: configOf(path, { ...about, responses: { 200: answer } }),
      schema: { querystring: query },
      attachValidation: true,
      bodyLimit: maxBodyBytes,
      handler: async (request, reply) => {
        const { username } = principalOf(request).account
        const inUrl = readQuery(request, query)
        const others = read?.(request) ?? {}
        refuseRepeated(Object.keys(others).filter((field) => field in inUrl))
        const fields = { username, ...(request.params as Fields), ...inUrl, ...others }
        return { data: await ask(request, reply, useCase, fields) }
      },
    })
  }

  app.get(
    `${root}/journal`,
    {
      config: configOf('/journal', describedJournal),
      schema: { querystring: journalQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const { format, ...months } = readQuery(request, journalQuery)
      const chosen = format ?? negotiateFormat(request.headers.accept, { json, csv })
      const { username } = principalOf(request).account
      const lines = await ask(request, reply, showJournal, { ...months, username })
      reply.header('vary', 'accept')
      if (chosen === 'json') return { data: lines }
      reply.header('content-disposition', 'attachment; filename="journal.csv"')
      return reply.type(`${csv}; charset=utf-8`).send(`${journalCsv(lines).join('\r\n')}\r\n`)
    },
  )

  app.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser([csv, json], { parseAs: 'buffer' }, (_, body, done) =>
      done(null, body),
    )
    files.addContentTypeParser('*', (_request, _payload, done) => done(noFile()))
    files.post(
      `${root}/statements`,
      {
        config: configOf('/statements', describedImport),
        schema: { querystring: statementQuery },
        attachValidation: true,
        bodyLimit: maxFileBytes,
      },
      async (request, reply) => {
        const { name, ...options } = readQuery(request, statementQuery)
        const { account, name: by } = principalOf(request)
        const text = textOf(request.body)
        const file = { name: name ?? nameFor(request), text }
        const fields = { ...options, file, by, account: account.username }
        const { statements } = await ask(request, reply, addStatement, fields)
        const [data] = statements
        const isNew = data!.statement !== null && !data!.is_repeated
        return reply.status(isNew ? 201 : 200).send({ data })
      },
    )
  })
}

/** Paths that are both read and written. */
const readAndWritten = ['/statements', '/terms']

function configOf(path: string, about: MoneyDescription) {
  const config = {
    needs: 'finance',
    ofAllApps: true,
    developerIsOptional: true,
    openapi: { ...about, tag: 'Money' },
  } as const
  return readAndWritten.includes(path) ? { ...config, methods: ['GET', 'HEAD', 'POST'] } : config
}

/** @throws Problem `bad_parameters` when the query and the body have the same parameters */
function refuseRepeated(fields: readonly string[]): void {
  const message = 'is repeated; pass it once'
  if (fields.length > 0) {
    throw badParameters(fields.map((field) => ({ parameter: snakeCase(field), message })))
  }
}

/** Files without a name are named by their type. */
const nameFor = ({ headers }: FastifyRequest): string =>
  headers['content-type']!.includes('json') ? 'upload.json' : 'upload.csv'

/** @throws Problem `bad_request` */
function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body)) throw noFile()
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch (cause) {
    throw new Problem('bad_request', 'The file is not UTF-8 text.', { cause })
  }
}

const noFile = () =>
  new Problem(
    'bad_request',
    `The body must be the file, with the header Content-Type: ${csv} or ${json}.`,
  )

function moneyProblem(refusal: Refusal): Problem {
  if (refusal.code !== 'months_reversed') return importProblem(refusal)
  const { start, end } = refusal.facts as { readonly start: string; readonly end: string }
  const message = `${end} is before from ${start}; swap the two months`
  return badParameters([{ parameter: 'to', message }])
}
