import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { Labels } from '../../src/storage/sql/labels.ts'
import { namedPlans } from './named-plans.ts'

function labelsOf(networks: readonly string[], formats: readonly string[]): Labels {
  const labels = new Labels()
  labels.add([
    ...networks.map((name, code) => ({ accountId: 0, kind: 'network' as const, code, name })),
    ...formats.map((name, code) => ({ accountId: 0, kind: 'format' as const, code, name })),
    { accountId: 0, kind: 'ad_tag', code: 0, name: 'default' },
    { accountId: 0, kind: 'ad_tag', code: 1, name: 'menu' },
  ])
  return labels
}

/** Names whose codes sort like the names, and names that were added in another order. */
export const labelSets = {
  'names in order': labelsOf(['admob', 'ownnet'], ['banner', 'video']),
  'names out of order': labelsOf(['ownnet', 'vungle', 'admob'], ['video', 'banner']),
}

type LabelSet = keyof typeof labelSets

/** The plans to try with a set of names: when the names are in order, only those that sort by them. */
export const plansWith = (set: LabelSet): [name: string, plan: ReportPlan][] =>
  Object.entries(namedPlans).filter(
    ([name]) => set === 'names out of order' || sortedByName.includes(name),
  )

const sortedByName = ['one-app', 'days-of-apps-with-totals-of-apps', 'apps-in-an-order-with-totals']

export const labelSetNames = Object.keys(labelSets) as LabelSet[]
