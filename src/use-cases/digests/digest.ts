import type { DigestPeriod } from '../../messages/digest-period.ts'
import type { NamedRange } from '../../values/compared-range.ts'
import type { CitedChange } from '../report/open-citation.ts'

/** A plain decimal; as text where a number would not be exact. */
export type Figure = number | string

/** The figures of some days, and the address of the citation that shows them. */
export interface DigestFigures {
  readonly revenue: Figure
  readonly impressions: Figure
  /** Null without impressions. */
  readonly ecpm: Figure | null
}

/** The address of a citation; null where the question is too long for one. */
export interface Cited {
  readonly url: string | null
}

/** The days beside earlier ones, of the networks that reported both. */
export interface DigestComparison extends Cited {
  readonly against: NamedRange
  /** 0 where nothing is compared. */
  readonly compared_days: number
  readonly current: DigestFigures
  readonly previous: DigestFigures
  /** Null where it says nothing. */
  readonly change_ratios: Readonly<Record<keyof DigestFigures, number | null>>
  /** Networks with days that are in neither sum. */
  readonly left_out: readonly string[]
}

/** A part of the change on the same weekdays before. */
export interface DigestContribution extends Cited {
  readonly app: string
  readonly network: string
  readonly country: string
  readonly change: Figure
}

export interface DigestChange {
  readonly change: Figure
  /** By their names; they add up to the change. */
  readonly effects: Readonly<Record<string, Figure>>
  /** By the size of the change, the greatest first. */
  readonly largest: readonly DigestContribution[]
}

/** A day of a network or app that is not what the days before it let expect. */
export interface DigestUnusual extends Cited {
  readonly date: string
  /** The name of the app, or the network. */
  readonly of: string
  readonly revenue: Figure
  readonly expected: Figure
}

/** A network in use that has not reported some of the days. */
export interface DigestMissing extends Cited {
  readonly network: string
  /** How many days. */
  readonly days: number
  /** The revenue that is expected of them; null where nothing can be. Its citation has the days it is judged by. */
  readonly expected: Figure | null
}

export interface DigestForecast extends Cited {
  readonly month: string
  /** Its citation is of this sum. */
  readonly so_far: Figure
  readonly expected: Figure | null
  readonly low: Figure | null
  readonly high: Figure | null
}

/** Money that came on the days. */
export interface DigestPayment {
  readonly date: string
  /** Null where nobody said it. */
  readonly network: string | null
  readonly amount: Figure
  readonly currency: string
}

/** What a digest that was sent before said, and why this one says something else. */
export interface DigestCorrection {
  /** From 1. */
  readonly number: number
  readonly revenue_before: Figure
  readonly impressions_before: Figure
  /** The imports that changed figures of the days, the oldest first. */
  readonly changes: readonly CitedChange[]
}

/** A day or week of an account, with what its readers should know of it. */
export interface Digest {
  readonly period: DigestPeriod
  readonly account: string
  /** How the network of a partner shows itself; absent for other accounts. */
  readonly network_mark?: { readonly name: string; readonly accent: string | null }
  readonly currency: string
  readonly start_date: string
  readonly end_date: string
  /** Whether every network in use has reported all of the days. */
  readonly is_complete: boolean
  /** Null for one that is sent first. */
  readonly corrects: DigestCorrection | null
  /** All figures of the days. */
  readonly total: DigestFigures & Cited
  readonly comparisons: readonly DigestComparison[]
  /** Null where nothing is compared. */
  readonly change: DigestChange | null
  readonly unusual: DigestUnusual | null
  readonly missing: readonly DigestMissing[]
  readonly forecast: DigestForecast
  /** How many things are to be done, by their kinds. */
  readonly to_do: { readonly count: number; readonly url: string }
  /** Null for readers who do not see what networks owe and paid. */
  readonly payments: readonly DigestPayment[] | null
  /** The dashboard. */
  readonly url: string
}
