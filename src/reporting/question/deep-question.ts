import { factKinds } from '../../facts/kinds.ts'
import { labelNames, shownLabel } from '../../facts/label-names.ts'
import type { ParameterReader } from './given-values.ts'
import { earnedMetrics, isEarning, isKnownBy, needsAge } from './known-by.ts'
import type { ReportQuestion } from './report-question.ts'
import type { AskedLabels } from './shared-labels.ts'

/** The labels that details have beyond ad figures, as a question names them. */
const deepNames: readonly string[] = labelNames
  .filter((label) => label !== 'source' && Object.hasOwn(factKinds.details.labels, label))
  .filter((label) => !Object.hasOwn(factKinds.figures.labels, label))
  .map(shownLabel)

/** Whether a question divides ad figures by labels of details. */
export const isDeepQuestion = ({
  dimensions,
  filters,
}: Pick<ReportQuestion, 'dimensions' | 'filters'>): boolean =>
  [...dimensions, ...filters.map(({ name }) => name)].some((name) => deepNames.includes(name))

/** Whether a question divides booked revenue by the cohorts that earned it. */
export const isEarnedQuestion = ({
  dimensions,
  filters,
  metrics,
}: Pick<ReportQuestion, 'dimensions' | 'filters' | 'metrics'>): boolean =>
  metrics.some((name) => earnedMetrics.includes(name)) &&
  [...dimensions, ...filters.map(({ name }) => name)].some(isEarning)

/**
 * Refuses what revenue by channel or age cannot be asked with: other metrics, whose day is not the day on which
 * revenue was earned, and labels that cohorts do not have.
 */
export function refuseMixedEarnings(reader: ParameterReader, asked: AskedLabels): void {
  const { dimensions, filters, conditions } = asked
  const metrics = [...asked.metrics, ...conditions]
  const labels = [...dimensions, ...filters.map(({ name }) => name)]
  if (!labels.some(isEarning)) {
    if (!metrics.includes('booked_factor')) return
    reader.refuse('metrics', 'booked_factor is of channels or ages. Add channel to dimensions')
    return
  }
  if (!metrics.some((name) => earnedMetrics.includes(name))) return
  const other = metrics.find((name) => !earnedMetrics.includes(name))
  if (other !== undefined) {
    const why = `${other} is not known by the day on which cohorts earned revenue. Ask for it in another question`
    reader.refuse('metrics', why)
  }
  const foreign = labels.find((name) => !isKnownBy('booked_factor', name))
  if (foreign !== undefined) {
    const why = `revenue is not known by ${foreign} and by channel or age at once. Leave one of them out`
    reader.refuse('dimensions', why)
  }
}

/** Refuses metrics of cohorts without an age: revenue since the install must not be added up over ages. */
export function refuseWithoutAge(reader: ParameterReader, asked: AskedLabels): void {
  const { dimensions, filters, metrics, conditions } = asked
  const ofCohorts = [...metrics, ...conditions].find(needsAge)
  const isOfOne = filters.some(
    ({ name, excludes, values }) => name === 'age' && !excludes && values.length === 1,
  )
  if (ofCohorts === undefined || dimensions.includes('age') || isOfOne) return
  reader.refuse('metrics', `${ofCohorts} is of one age. Pass age=7, or add age to dimensions`)
}
