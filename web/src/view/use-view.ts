import { useCallback, useMemo } from 'react'
// The address as it is: wouter's own reading of it has decoded a part already.
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { useAccount } from '../api/questions.ts'
import { type Address, readAddress, writeView } from './address.ts'
import type { View } from './view.ts'

/** What the address asks for. */
export function useAddress(): Address {
  const search = useSearch()
  const { apps, max_range_days: maxRangeDays } = useAccount()
  return useMemo(() => {
    const appIds = new Set(apps.map((app) => app.app_id))
    return readAddress(new URLSearchParams(search), { appIds, maxRangeDays })
  }, [search, apps, maxRangeDays])
}

/** What the page shows, and a way to change some of it, which the back button undoes. */
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
