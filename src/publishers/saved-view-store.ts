import type { SavedView } from './saved-view.ts'

/** The changes of a view. */
export type ViewChange = Partial<Pick<SavedView, 'name' | 'address' | 'isShared'>>

/** The stored views. Lists are sorted by name. */
export interface SavedViewRecords {
  ofUser(accountId: number, userId: number): Promise<SavedView[]>
  /** The views of an account that all its users see. */
  sharedIn(accountId: number): Promise<SavedView[]>
  /** @param view with a name that the user has not used in the account */
  insert(view: Omit<SavedView, 'id'>): Promise<SavedView>
  change(id: number, change: ViewChange): Promise<void>
  remove(id: number): Promise<void>
}

/** PORT: stores saved views. */
export interface SavedViewStore extends SavedViewRecords {
  /** Runs work in a transaction; no other process changes views meanwhile. */
  exclusively<Result>(work: (views: SavedViewRecords) => Promise<Result>): Promise<Result>
}
