export const digestPeriods = ['daily', 'weekly'] as const

export type DigestPeriod = (typeof digestPeriods)[number]
