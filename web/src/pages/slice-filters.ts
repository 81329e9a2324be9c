import type { Filters, Range, View } from '../view/view.ts'

/** The filters that pages about slices do not have: a slice is a whole day of an app and network. */
export const withoutFilters = { ad_format: [], country: [] } satisfies Filters

/** Whether a view has filters that pages about slices ignore. */
export const hasIgnoredFilters = ({ filters: { ad_format, country } }: View): boolean =>
  ad_format !== undefined || country !== undefined

/** The view that shows some slices of a page: as the page is filtered, and further. */
export function viewOfSlices(view: View, range: Range, added: Filters): View {
  const { ad_format: _, country: __, ...filters } = view.filters
  return { ...view, range, filters: { ...filters, ...added } }
}
