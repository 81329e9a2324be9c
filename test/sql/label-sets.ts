import { Labels } from '../../src/storage/sql/labels.ts'

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
