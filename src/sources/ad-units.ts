import type { Field, FieldValues } from './connector.ts'

/** The setting of a network whose reports may be divided by ad unit. */
export const detail: Field = {
  title: 'Detail',
  where: 'Whether ad units are kept apart, or added up in fewer rows',
  choices: ['ad-units', 'totals'],
  default: 'ad-units',
}

/** Dimensions of a report with those of ad units, unless only totals are wanted. */
export const withAdUnits = (
  given: FieldValues,
  dimensions: readonly string[],
  ...adUnits: readonly string[]
): readonly string[] => (given.detail === 'totals' ? dimensions : [...dimensions, ...adUnits])
