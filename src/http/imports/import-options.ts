import { checkRequest } from '../../use-cases/check-request.ts'
import { importFigures } from '../../use-cases/import-figures.ts'
import type { ReceivedImport } from '../../use-cases/import-requests/importer.ts'
import { camelCase, snakeCase } from '../../values/letter-case.ts'
import { Refusal } from '../../values/refusal.ts'
import { wordRefusal } from '../../wording/word-refusal.ts'
import { badParameters, type ParameterError } from '../answer/problems.ts'
import { importVocabulary } from './import-vocabulary.ts'

/** The options of an import, as a client gives them. */
export interface ImportOptions {
  readonly request: ReceivedImport['request']
  readonly isDryRun: boolean
  /** How long the client waits for the result. */
  readonly waitSeconds: number
  /** The name of a file that is the body; null when it is not given. */
  readonly fileName: string | null
}

const texts = ['source', 'input_format', 'kind', 'day', 'app', 'network', 'as', 'booking'] as const
const flags = ['partial', 'create_apps', 'skip_bad_rows', 'keep_other_sources'] as const
const ofRequest = ['dry_run', 'wait', 'file_name'] as const
const known: readonly string[] = [...texts, ...flags, ...ofRequest]
const credentials = ['developer', 'key']

const defaultWaitSeconds = 25
const longestWaitSeconds = 60
const longestName = 255

/**
 * Reads the options of an import.
 *
 * @param query of the address; its values are text, or a list when a name is repeated
 * @param fields of a form
 * @throws Problem `bad_parameters` with every option that is unknown, repeated or not accepted
 */
export function readImportOptions(
  query: Readonly<Record<string, string | readonly string[]>>,
  fields: ReadonlyMap<string, readonly string[]> = new Map(),
): ImportOptions {
  const errors: ParameterError[] = []
  const given = new Map<string, string>()
  const all = [...Object.entries(query).filter(([name]) => !credentials.includes(name)), ...fields]
  for (const [name, value] of all) {
    const [first, ...more] = [value].flat()
    if (!known.includes(name)) {
      errors.push({ parameter: name, message: `is unknown; accepted are ${known.join(', ')}` })
    } else if (more.length > 0 || given.has(name)) {
      errors.push({ parameter: name, message: 'is repeated; pass it once' })
    } else if (first === '') {
      errors.push({ parameter: name, message: 'is empty; leave it out, or give a value' })
    } else given.set(name, first!)
  }
  const flagOf = (name: string): boolean => {
    const value = given.get(name) ?? 'false'
    if (value !== 'true' && value !== 'false') errors.push(refused(name, value, 'true or false'))
    return value === 'true'
  }
  const [partial, createApps, skipBadRows, keepOtherSources] = flags.map(flagOf)
  const isDryRun = flagOf('dry_run')
  const wait = given.get('wait') ?? String(defaultWaitSeconds)
  const waitSeconds = /^\d{1,2}$/.test(wait) ? Number(wait) : Number.POSITIVE_INFINITY
  if (waitSeconds > longestWaitSeconds) {
    errors.push(refused('wait', wait, `seconds from 0 to ${longestWaitSeconds}`))
  }
  const fileName = given.get('file_name') ?? null
  if (fileName !== null && !isFileName(fileName)) errors.push(refusedName('file_name', fileName))
  const stated = texts.flatMap((name) =>
    given.has(name) ? [[camelCase(name), given.get(name)]] : [],
  )
  const request = {
    ...Object.fromEntries(stated),
    ...(partial && { partial }),
    ...(skipBadRows && { skipBadRows }),
    ...(keepOtherSources && { keepOtherSources }),
  }
  try {
    checkRequest(importFigures, request)
  } catch (error) {
    errors.push(fieldError(error))
  }
  if (errors.length > 0) throw badParameters(errors)
  return {
    request: { ...request, ...(createApps && { createApps }) },
    isDryRun,
    waitSeconds,
    fileName,
  }
}

/** Whether a text can name a file in messages. */
export const isFileName = (text: string): boolean =>
  text.length >= 1 && text.length <= longestName && !/\p{Cc}/u.test(text) && text.isWellFormed()

export const refusedName = (parameter: string, name: string): ParameterError =>
  refused(parameter, name, `a name of 1 to ${longestName} characters without control characters`)

const refused = (parameter: string, value: string, accepts: string): ParameterError => ({
  parameter,
  message: `${JSON.stringify(value.slice(0, 100))} is not accepted: ${accepts}`,
})

function fieldError(error: unknown): ParameterError {
  if (!(error instanceof Refusal)) throw error
  const parameter = snakeCase(String((error.facts as { field?: unknown }).field))
  const { message } = wordRefusal(error, importVocabulary)
  return { parameter, message: message.replace(`${parameter}: `, '') }
}
