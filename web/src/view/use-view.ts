import { useCallback, useMemo } from 'react'
// Not wouter's own hooks, which decode part of the URL.
import { navigate, usePathname, useSearch } from 'wouter/use-browser-location'
import { readView, writeView } from './address.ts'
import type { View } from './view.ts'

/** The page's view, and a function to change it. The back button undoes a change. */
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
