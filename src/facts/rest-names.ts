/** The rung of what the figures of a source have besides its details. */
export const unattributed = 'unattributed'

/** The rung of the difference between what is booked and what the source of details reports. */
export const notBooked = 'not_booked'
