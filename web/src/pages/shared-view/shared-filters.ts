/** A filter that the figures of a report link have. */
export interface SharedFilter {
  readonly dimension: string
  /** Whether its values are left out. */
  readonly excludes: boolean
  readonly values: readonly string[]
}

/** The filters of a report link, which the server sends as a query in a header. */
export function readFilters(headers: Headers): SharedFilter[] {
  const query = new URLSearchParams(headers.get('adtally-filters') ?? '')
  return [...query].map(([name, values]) => ({
    dimension: name.replace(/_not$/, ''),
    excludes: name.endsWith('_not'),
    values: values.split(','),
  }))
}

/** A report link's name and account, which the server sends as a query in a header. */
export function readLink(headers: Headers): { readonly name: string; readonly account: string } {
  const query = new URLSearchParams(headers.get('adtally-link') ?? '')
  return { name: query.get('name') ?? '', account: query.get('account') ?? '' }
}
