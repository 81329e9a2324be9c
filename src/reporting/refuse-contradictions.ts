import type { ReportRequest } from './report-request.ts'

const timeDimensions = ['day', 'week', 'month'] as const

/** Refuses what {@link ReportRequest} excludes. @throws RangeError */
export function refuseContradictions(request: ReportRequest): void {
  const { asOfMs, entry, totals, order, having, limit, offset, comparison, fillDays } = request
  if (asOfMs !== undefined && entry !== undefined) {
    throw new RangeError('A report is as of a time or of a ledger entry, not both.')
  }
  for (const [name, value] of Object.entries({ entry, limit, offset })) {
    if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) continue
    throw new RangeError(`${name} is ${value}; it must be a whole number, 0 or more.`)
  }
  const times = timeDimensions.filter((time) => request.dimensions.includes(time))
  if (times.length > 1) throw new RangeError(`Dimensions have only one of ${times.join(', ')}.`)
  if (fillDays && times.length === 0) {
    throw new RangeError('Only rows with a dimension of time can be filled.')
  }
  const isPart =
    order || having || limit !== undefined || offset !== undefined || comparison || fillDays
  if (totals && isPart) {
    throw new RangeError('Totals need a request of their own, without order, limit or comparison.')
  }
  refuseUnknownGroups(request)
  refuseUnknownOrder(request)
}

function refuseUnknownGroups({ dimensions, totals, appGroups }: ReportRequest): void {
  for (const dimension of ['appName', 'platform'] as const) {
    const isWanted = dimensions.includes(dimension) || totals?.includes(dimension)
    if (!isWanted || appGroups?.[dimension] || dimensions.includes('app')) continue
    throw new RangeError(`The dimension ${dimension} needs its groups of apps.`)
  }
}

function refuseUnknownOrder(request: ReportRequest): void {
  const { order, dimensions, metrics, appGroups, comparison } = request
  for (const { by, of } of order ?? []) {
    if (of && !comparison)
      throw new RangeError(`There is no comparison to sort by the ${of} ${by}.`)
    const isShown = dimensions.some((one) => one === by) || metrics.some((one) => one === by)
    if (!isShown) throw new RangeError(`Rows cannot be sorted by ${by}, which they do not have.`)
    if ((by === 'appName' || by === 'platform') && !appGroups?.[by]) {
      throw new RangeError(`To sort by ${by}, its groups of apps are needed.`)
    }
  }
}
