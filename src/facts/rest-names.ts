/** The rung of what the figures of a source have besides its details. */
export const unattributed = 'unattributed'

/** The rung of the difference between what is booked and what the source of details reports. */
export const notBooked = 'not_booked'

/** The channel, and the age, of booked revenue that no known cohort earned. */
export const notInCohorts = 'not_in_cohorts'

/** The labels of rows that no file states. */
export const restNames: readonly string[] = [unattributed, notBooked, notInCohorts]
