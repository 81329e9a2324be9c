import { hasSecret, isPage } from '../values/page-paths.ts'

/** A page of the dashboard with its filters and days, under a name. */
export interface SavedView {
  readonly id: number
  readonly accountId: number
  /** The user who saved it. The user may be gone if it is shared. */
  readonly userId: number
  /** The login of that user at the time. */
  readonly savedBy: string
  /** Unique among the views of the user in the account. */
  readonly name: string
  /** Path and query of the page, see {@link isViewAddress}. */
  readonly address: string
  /** Whether all users of the account see it. */
  readonly isShared: boolean
  readonly savedAtMs: number
}

/** The changes of a view. */
export type ViewChange = Partial<Pick<SavedView, 'name' | 'address' | 'isShared'>>

/** Browsers and proxies accept addresses of this length. */
export const maxAddressCharacters = 4_000

const dotSegment = /(^|\/)(\.|%2e){1,2}(\/|$)/i

/**
 * Whether a text is the address of a page of the dashboard, as its browser shows it: path and query, in
 * visible ASCII characters. Addresses that have a secret are none.
 */
export function isViewAddress(text: string): boolean {
  if (text.length > maxAddressCharacters || !/^[!-~]*$/.test(text) || /[#\\]/.test(text))
    return false
  const [path = ''] = text.split('?')
  return isPage(path) && !hasSecret(text) && !dotSegment.test(path)
}
