import { factKinds } from '../../facts/kinds.ts'
import { labelNames, shownLabel } from '../../facts/label-names.ts'
import type { ParameterReader } from './given-values.ts'
import { needsAge } from './known-by.ts'
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
