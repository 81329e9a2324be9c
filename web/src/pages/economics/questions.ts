import type { Parameters } from '../../api/request.ts'
import { scopeOf } from '../../reports/questions.ts'
import type { View, ViewFilterName } from '../../view/view.ts'

/** Filters by what users, cost and cohorts are not known by. */
export const leftOut = ['network', 'ad_format'] as const satisfies readonly ViewFilterName[]

/** The ages that have columns. */
export const shownAges = [0, 1, 3, 7, 14, 30] as const

/** The ages that are asked for: payback may be on any day of the first month, and later by one of a few. */
const askedAges = [...Array.from({ length: 31 }, (_, age) => age), 45, 60, 90, 120, 180, 365]
const age = askedAges.map(String)

const maxRows = 1_000

/** ARPDAU and its parts, by app or country. */
export const usersQuestion = (view: View, today: string, by: 'app_id' | 'country'): Parameters => ({
  ...scopeOf(view, today),
  dimensions: [by],
  metrics: ['arpdau', 'dau', 'users_coverage'],
  order_by: 'dau:desc',
  limit: String(maxRows),
})

/** What each channel cost. */
export const costQuestion = (view: View, today: string): Parameters => ({
  ...scopeOf(view, today),
  dimensions: ['channel'],
  metrics: ['cost', 'spend_installs', 'cpi'],
  order_by: 'cost:desc',
  limit: String(maxRows),
})

/** What came back of it, by age. */
export const roasQuestion = (view: View, today: string): Parameters => ({
  ...scopeOf(view, today),
  age,
  dimensions: ['channel', 'age'],
  metrics: ['roas', 'ad_roas'],
})

/** Booked revenue on the chosen days, by the channel of the users who earned it. */
export const earnedQuestion = (view: View, today: string): Parameters => ({
  ...scopeOf(view, today),
  dimensions: ['channel'],
  metrics: ['revenue', 'booked_factor'],
  order_by: 'revenue:desc',
  limit: String(maxRows),
})

/** What users bring, by age. */
export const ltvQuestion = (view: View, today: string): Parameters => ({
  ...scopeOf(view, today),
  age,
  dimensions: ['age'],
  metrics: ['ltv', 'ad_ltv', 'cohort_users', 'retention'],
})

/** The same by week of install. */
export const weeklyLtvQuestion = (view: View, today: string): Parameters => ({
  ...scopeOf(view, today),
  age,
  dimensions: ['week', 'age'],
  metrics: ['ltv', 'ad_ltv'],
})
