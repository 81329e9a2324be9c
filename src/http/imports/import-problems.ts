import { ownLabelRules } from '../../sources/staged-columns.ts'
import {
  type AmbiguousNetworkApp,
  suggestionsFor,
  type UnknownApp,
  type UnknownNetworkApp,
} from '../../staging/refusals.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import { snakeCase } from '../../values/letter-case.ts'
import { Refusal } from '../../values/refusal.ts'
import type { Vocabulary } from '../../wording/vocabulary.ts'
import { wordRefusal } from '../../wording/word-refusal.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { toProblem } from '../plugins/answer-problems.ts'
import { importVocabulary } from './import-vocabulary.ts'

/** A place in a file, and what is wrong there. */
interface Place {
  readonly file: string
  readonly line?: number | null
  readonly column?: string
  readonly value?: string | null
  readonly accepts?: string
}

/** The operator has to do something, whose details are not the client's. */
const ofOperator = ['disk_full', 'disk_filled', 'clock_ahead']
/** Something else was changed at the same time. */
const passing = ['app_changed', 'network_app_linked']
const ownProblems = [
  'unknown_import',
  'import_under_way',
  'idempotency_key_reused',
  'unknown_statement',
  'unknown_line',
  'month_not_closed',
] as const
/** A network's apps have to be linked. */
const ofNetworkApps = ['unknown_network_apps', 'network_app_names_ambiguous']
const retryAfterSeconds = 60

/**
 * The problem that tells a client what kept its request from being done.
 *
 * @param vocabulary the client's words
 */
export function importProblem(error: unknown, vocabulary: Vocabulary = importVocabulary): Problem {
  if (error instanceof CancelledError) {
    return unavailable(
      'The import was cancelled, and nothing was imported. Send it again.',
      1,
      error,
    )
  }
  if (!(error instanceof Refusal)) return toProblem(error)
  if (ofOperator.includes(error.code)) {
    const detail =
      'Nothing was changed: the server has no room or a wrong clock. Its operator has to act; send it again later.'
    return unavailable(detail, retryAfterSeconds, error)
  }
  const facts = error.facts as Record<string, unknown>
  const { message, details } = wordRefusal(error, vocabulary)
  const detail = [message, ...details].join('\n')
  if (passing.includes(error.code)) return unavailable(detail, 1, error)
  const own = ownProblems.find((code) => code === error.code)
  if (own) {
    const headers = { 'retry-after': '2' }
    return new Problem(own, detail, {
      ...(own === 'import_under_way' && { headers }),
      cause: error,
    })
  }
  if (error.code === 'field_refused') {
    const parameter = snakeCase(String(facts.field))
    return badParameters([{ parameter, message: detail.replace(`${parameter}: `, '') }])
  }
  const isTooLarge = error.code === 'limit_exceeded' && facts.limit === 'uploadBytes'
  const refusal = {
    code: error.code,
    details,
    places: placesOf(error.code, facts),
    ...(ofNetworkApps.includes(error.code) && { network_apps: networkApps(facts.apps) }),
  }
  return new Problem(isTooLarge ? 'upload_too_large' : 'refused', detail, {
    members: { refusal },
    cause: error,
  })
}

const unavailable = (detail: string, seconds: number, cause: Error): Problem =>
  new Problem('import_unavailable', detail, {
    headers: { 'retry-after': String(seconds) },
    cause,
  })

/** Where in the files something is wrong. */
function placesOf(code: string, facts: Record<string, unknown>): readonly Place[] {
  if (code === 'bad_cells') return facts.cells as Place[]
  if (code === 'unknown_apps') return [...unknownApps(facts.apps), ...(facts.cells as Place[])]
  if (typeof facts.file !== 'string') return []
  const { file, line, column, value, accepts } = facts as unknown as Place
  return [
    {
      file,
      line: line ?? null,
      ...(column !== undefined && { column, value: value ?? null, accepts: accepts ?? '' }),
    },
  ]
}

const unknownApps = (apps: unknown): Place[] =>
  (apps as readonly UnknownApp[]).map(({ appId: value, file, line }) => {
    const { accepts } = ownLabelRules.app_id
    return { file, line, column: 'app_id', value, accepts }
  })

const networkApps = (apps: unknown) =>
  (apps as readonly (UnknownNetworkApp | AmbiguousNetworkApp)[]).map((app) => ({
    network: app.network,
    network_app_id: app.networkAppId,
    name: app.name,
    platform: app.platform,
    is_name_only: app.isNameOnly === true,
    suggestions: suggestionsFor(app),
  }))
