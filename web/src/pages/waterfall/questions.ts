import { isAdTag } from '../../../../src/values/identifier.ts'
import type { Parameters } from '../../api/request.ts'
import { scopeOf } from '../../reports/questions.ts'
import type { View, ViewFilterName } from '../../view/view.ts'
import { restNames } from './ad-units.ts'

/** Filters that a waterfall has not: it is of all networks. */
export const leftOut = ['network'] as const satisfies readonly ViewFilterName[]

/** The most rows that are asked for. */
export const maxRungs = 5_000

/** The rungs of each ad unit, and what they leave of booked figures. @param adTag null for all */
export const rungsQuestion = (view: View, today: string, adTag: string | null): Parameters => ({
  ...scopeOf(view, today),
  ...(adTag !== null && { ad_tag: adTag }),
  dimensions: ['app_id', 'ad_tag', 'network', 'rung', 'floor'],
  metrics: ['revenue', 'impressions', 'ecpm', 'attempts', 'rung_fill_rate', 'show_rate'],
  order_by: 'revenue:desc',
  limit: String(maxRungs),
})

const maxAdTags = 1_000

/** The ad tags that have rungs. */
export const adTagsQuestion = (view: View, today: string): Parameters => ({
  ...scopeOf(view, today),
  rung_not: restNames,
  dimensions: ['ad_tag'],
  metrics: ['revenue'],
  order_by: 'revenue:desc',
  limit: String(maxAdTags),
})

/** Whether an ad tag can be filtered by: one with a comma would be read as two. */
export const isAsked = (adTag: string): boolean => isAdTag(adTag) && !adTag.includes(',')
