import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import type { ExploreView } from './explore.ts'
import { consistent } from './explore.ts'
import { type ExploreAddress, readExplore, writeExplore } from './explore-address.ts'
import { type Search, searchOf } from './search.ts'
import { useAddress } from './use-view.ts'
import type { View } from './view.ts'

/** Changes that come many in a row. The back button skips them. */
const small: readonly string[] = [
  ...([
    'filters',
    'order',
    'having',
    'isHeated',
    'metrics',
    'beside',
  ] satisfies (keyof ExploreView)[]),
]

export interface Explore extends ExploreAddress {
  /** Changes the view. The back button undoes a change. */
  readonly change: (change: Partial<ExploreView>) => void
}

/** The view of Explore in the page's address. */
export function useExplore(): Explore {
  const navigate = useNavigate()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const { apps, max_range_days: maxRangeDays } = useAccount()
  const { view: shared } = useAddress()
  const address = useMemo(() => {
    const appIds = new Set(apps.map((app) => app.app_id))
    return readExplore(new URLSearchParams(search), shared, { appIds, maxRangeDays })
  }, [search, shared, apps, maxRangeDays])
  const change = useCallback(
    (changed: Partial<ExploreView>) => {
      const replace = Object.keys(changed).every((member) => small.includes(member))
      const next = consistent({ ...address.view, ...changed })
      void navigate({ to: '.', search: exploreSearch(shared, next), replace, resetScroll: false })
    },
    [address, shared, navigate],
  )
  return { ...address, change }
}

/** The parameters of a view of Explore, for links. @param shared of the other pages */
const exploreSearch = (shared: View, view: ExploreView): Search => {
  const { range, filters } = view
  // Explore does not compare with other days, and leaves those to other pages.
  const compare = view.compare ?? (typeof shared.compare === 'object' ? shared.compare : 'usual')
  return { ...searchOf({ ...shared, range, filters, compare }), ...writeExplore(view) }
}
