import { factKinds } from '../../../../src/facts/kinds.ts'
import type { FreshnessAnswer } from '../../api/wire.ts'
import { texts } from '../texts.ts'

export const freshnessTexts = texts('freshness', {
  /** Each status has a sign, so that it does not depend on colour. */
  statuses: {
    missing: { sign: '·', title: 'Missing', text: 'nothing was reported' },
    estimated: { sign: '~', title: 'Estimated', text: 'reported, and may still change' },
    restating: { sign: '↻', title: 'Restating', text: 'was restated, and may change again' },
    final: { sign: '✓', title: 'Final', text: 'the network no longer revises it' },
  },
  kindOf: (kind: FreshnessAnswer['others'][number]['kind']) => factKinds[kind].title,
  freshness: 'Freshness',
  legend: 'Legend',
  day: 'Day',
  finalAfter: (after: string) => `final after ${after} d`,
  freshnessByDayAndNetwork: 'Freshness by day and network',
  lastChanged: (at: string) => `, last changed ${at}`,
})
