import { Type } from 'typebox'
import Format from 'typebox/format'
import { isViewAddress, maxAddressCharacters, type SavedView } from '../../publishers/saved-view.ts'
import { formatInstant } from '../../values/instant.ts'
import { login, username } from '../fields.ts'

Format.Set('view-address', isViewAddress)

/** The user whose views they are, in an account. */
export const viewUser = { username, user: login }

export const viewAddress = Type.String({
  maxLength: maxAddressCharacters,
  format: 'view-address',
  description: `the address of a page such as /dashboard?days=last_7, at most ${maxAddressCharacters} characters`,
})

/** A saved view as its user or another one of the account sees it. */
export interface SavedViewView {
  readonly id: number
  readonly name: string
  readonly address: string
  readonly saved_by: string
  /** Whether it is of the user who asks. */
  readonly is_own: boolean
  readonly is_shared: boolean
  readonly saved_at: string
}

export const toSavedViewView = (view: SavedView, isOwn: boolean): SavedViewView => ({
  id: view.id,
  name: view.name,
  address: view.address,
  saved_by: view.savedBy,
  is_own: isOwn,
  is_shared: view.isShared,
  saved_at: formatInstant(view.savedAtMs),
})
