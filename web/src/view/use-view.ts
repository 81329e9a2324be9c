import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { readView, writeView } from './address.ts'
import type { View } from './view.ts'

/** What the page shows, and a way to change some of it, which the back button undoes. */
export function useView(): [View, (change: Partial<View>) => void] {
  const search = useSearch()
  const [path, go] = useLocation()
  const view = useMemo(() => readView(new URLSearchParams(search)), [search])
  const change = useCallback(
    (changed: Partial<View>) => {
      const query = writeView({ ...view, ...changed }).toString()
      go(query ? `${path}?${query}` : path)
    },
    [view, path, go],
  )
  return [view, change]
}
