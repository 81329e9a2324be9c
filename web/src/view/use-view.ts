import { useCallback, useMemo } from 'react'
// The address as it is: wouter's own reading of it has decoded a part already.
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { readView, writeView } from './address.ts'
import type { View } from './view.ts'

/** What the page shows, and a way to change some of it, which the back button undoes. */
export function useView(): [View, (change: Partial<View>) => void] {
  const search = useSearch()
  const path = usePathname()
  const view = useMemo(() => readView(new URLSearchParams(search)), [search])
  const change = useCallback(
    (changed: Partial<View>) => {
      const query = writeView({ ...view, ...changed }).toString()
      navigate(query ? `${path}?${query}` : path)
    },
    [view, path],
  )
  return [view, change]
}
