import type { GapGroupAnswer } from '../../api/wire.ts'

export type GapLabel = GapGroupAnswer['labels'][number]['label']

/** The likely reason of a gap, and what it means. The words are those of `adtally reconcile`. */
export const labels: Readonly<Record<GapLabel, { title: string; text: string }>> = {
  'below tolerance': { title: 'Below tolerance', text: 'the gap does not matter' },
  'time zone': {
    title: 'Time zone',
    text: 'the reports’ days end at different times, and agree over all days',
  },
  currency: {
    title: 'Currency',
    text: 'impressions agree, and the amounts have the same ratio every day',
  },
  'late data': {
    title: 'Late data',
    text: 'the smaller amount was reported earlier, right after the day',
  },
  missing: { title: 'Missing', text: 'one report has no figures' },
  unexplained: { title: 'Unexplained', text: 'none of these applies' },
}
