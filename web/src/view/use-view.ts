import { useCallback, useMemo } from 'react'
// Not wouter's own hooks, which decode part of the URL.
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { useAccount } from '../api/queries.ts'
import { type Address, readAddress, writeView } from './address.ts'
import type { View } from './view.ts'

/** The view in the page's URL, and what of the URL was ignored. */
export function useAddress(): Address {
  const search = useSearch()
  const { apps, max_range_days: maxRangeDays } = useAccount()
  return useMemo(() => {
    const appIds = new Set(apps.map((app) => app.app_id))
    return readAddress(new URLSearchParams(search), { appIds, maxRangeDays })
  }, [search, apps, maxRangeDays])
}

/** The page's view, and a function to change it. The back button undoes a change. */
export function useView(): [View, (change: Partial<View>) => void] {
  const path = usePathname()
  const { view } = useAddress()
  const change = useCallback(
    (changed: Partial<View>) => {
      const query = writeView({ ...view, ...changed }).toString()
      navigate(query ? `${path}?${query}` : path)
    },
    [view, path],
  )
  return [view, change]
}
