import type { ComparisonAnswer } from '../api/wire.ts'

export type Coverage = Pick<ComparisonAnswer, 'compared_days' | 'left_out_days' | 'left_out'> & {
  readonly networks: readonly (Pick<ComparisonAnswer, 'left_out'> & { readonly network: string })[]
}

type Span = ComparisonAnswer['left_out'][number]

/** Days in a row that are not compared. */
export interface LeftOutDays extends Span {
  /** Null for all networks. */
  readonly network: string | null
}

/** The days that are left out of a comparison, each named once: those of all networks first. */
export function leftOutDays({ left_out: ofAll, networks }: Coverage): LeftOutDays[] {
  const isNamed = ({ start_date: from, end_date: to }: Span) =>
    ofAll.some((all) => all.start_date <= from && to <= all.end_date)
  return [
    ...ofAll.map((span) => ({ ...span, network: null })),
    ...networks.flatMap(({ network, left_out: own }) =>
      own.filter((span) => !isNamed(span)).map((span) => ({ ...span, network })),
    ),
  ]
}
