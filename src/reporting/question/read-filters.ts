import {
  declaredLabel,
  type LabelName,
  labelNames,
  type ShownLabel,
  shownLabel,
} from '../../facts/label-names.ts'
import { platforms } from '../../values/platform.ts'
import { emptyMessage, type ParameterReader, shown } from './given-values.ts'
import type { QuestionFilter } from './report-question.ts'
import { type FilterName, filterNames } from './vocabulary.ts'

/** The values that a filter accepts. */
interface FilterValues {
  /** @returns the value as it is stored; null when it is not accepted */
  readonly read: (text: string) => string | null
  readonly accepts: string
}

const longestAppId = 128
/** Changing case can turn letters of other scripts into Latin ones, so those are refused first. */
const asciiWord = /^\w+$/

function ofLabel(label: LabelName): FilterValues {
  const { accepts, isAccepted, letters, plural, example, restName } = declaredLabel(label)
  const read = (text: string) => {
    const name = letters === 'lower' ? text.toLowerCase() : text.toUpperCase()
    if (letters) return asciiWord.test(text) && isAccepted(name) ? name : null
    return isAccepted(text) || text === restName ? text : null
  }
  return {
    read,
    accepts: `${plural} such as ${example} (${accepts.replace(' in upper case', '')}${restName ? `, or ${restName}` : ''})`,
  }
}

const byLabel = Object.fromEntries(
  labelNames.map((label) => [shownLabel(label), ofLabel(label)]),
) as Readonly<Record<ShownLabel, FilterValues>>

const kinds: Readonly<Record<FilterName, FilterValues>> = {
  app_id: {
    read: (text) => (text !== '' && text.length <= longestAppId ? text : null),
    accepts: 'app_ids of the application list',
  },
  platform: {
    read: (text) => oneOf(platforms, text.toLowerCase()),
    accepts: platforms.join(', '),
  },
  ...byLabel,
}

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | null =>
  values.find((value) => value === text) ?? null

/** Reads the parameters of filters and, in JSON, the list `filters`. */
export function readFilters(reader: ParameterReader, filters: unknown): QuestionFilter[] {
  const found = filterNames.flatMap((name) =>
    [false, true].flatMap((excludes) => {
      const parameter = excludes ? `${name}_not` : name
      const { read, accepts } = kinds[name]
      const values = reader.list(parameter, read, accepts)
      if (values?.length === 0) refuseEmpty(reader, parameter, accepts)
      return values ? [{ name, excludes, values }] : []
    }),
  )
  const listed = filters === undefined ? [] : readList(reader, filters)
  for (const { name, excludes } of listed) {
    const twice = [...found, ...listed].filter(
      (one) => one.name === name && one.excludes === excludes,
    )
    if (twice.length > 1) {
      reader.refuse('filters', `filters by ${name} twice; pass all values in one filter`)
      break
    }
  }
  return [...found, ...listed]
    .map((one) => ({ ...one, values: [...new Set(one.values)].sort() }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ name, excludes }: QuestionFilter) => `${name} ${excludes}`

/** An empty list would select nothing. */
function refuseEmpty(reader: ParameterReader, parameter: string, accepts: string): void {
  if (reader.faults.some((fault) => fault.parameter === parameter)) return
  reader.refuse(parameter, emptyMessage(accepts))
}

/** `{ dimension, operator, values }`, as BI tools write filters. */
const form =
  'an array of { "dimension": "country", "operator": "is" or "is_not", "values": ["US"] }'
const maxFilters = 2 * filterNames.length

function readList(reader: ParameterReader, filters: unknown): QuestionFilter[] {
  if (!Array.isArray(filters) || filters.length > maxFilters) {
    const count = Array.isArray(filters) ? ` with at most ${maxFilters} filters` : ''
    reader.refuse('filters', `must be ${form}${count}`)
    return []
  }
  return filters.flatMap((one: unknown) => {
    const { dimension, operator, values, ...others } = Object(one) as Record<string, unknown>
    const name = filterNames.find((known) => known === dimension)
    const isFilter = Array.isArray(values) && Object.keys(others).length === 0
    if ((operator !== 'is' && operator !== 'is_not') || !isFilter) {
      reader.refuse('filters', `must be ${form}`)
      return []
    }
    if (!name) {
      const known = filterNames.join(', ')
      reader.refuse('filters', `${shown(dimension)} cannot be filtered by: ${known}`)
      return []
    }
    const { read, accepts } = kinds[name]
    const found = reader.values('filters', values, read, accepts)
    if (found?.length === 0 && values.length === 0) {
      reader.refuse('filters', `has no values of ${dimension}: ${accepts}`)
    }
    return found ? [{ name, excludes: operator === 'is_not', values: found }] : []
  })
}
