import { useLocation } from '@tanstack/react-router'
import { createContext, useContext, useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import { type Address, type Known, readAddress } from './address.ts'
import { defaultView, type Range, type View } from './view.ts'

/** The contents of the page's address, for all that is on the page. */
export const AddressContext = createContext<Address>({ view: defaultView, ignored: [] })

/** The view in the page's address, and what of the address was ignored. */
export const useAddress = (): Address => useContext(AddressContext)

/** The days of pages that need longer ones than others, while their address names none. */
const longerDays: Readonly<Record<string, Range>> = {
  // Users of the first of them have reached day 30.
  '/dashboard/economics': { preset: 'last_90' },
}

interface PageView {
  readonly view: View
  /** Whether other pages have other days while none are named, so that a change names them. */
  readonly hasOwnDays: boolean
}

/** The view of the page, with its own usual days. */
export function usePageView(): PageView {
  const { view } = useAddress()
  const { pathname, searchStr } = useLocation()
  const longer = longerDays[pathname]
  return useMemo(() => {
    if (longer === undefined) return { view, hasOwnDays: false }
    const given = new URLSearchParams(searchStr)
    const isNamed = ['days', 'start_date', 'end_date'].some((name) => given.has(name))
    return { view: isNamed ? view : { ...view, range: longer }, hasOwnDays: true }
  }, [view, longer, searchStr])
}

/** Reads the page's address, for {@link AddressContext}. */
export function useReadAddress(): Address {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const known = useKnown()
  return useMemo(() => readAddress(new URLSearchParams(search), known), [search, known])
}

/** What addresses are checked with. */
export function useKnown(): Known {
  const { apps, max_range_days: maxRangeDays } = useAccount()
  return useMemo(
    () => ({ appIds: new Set(apps.map((app) => app.app_id)), maxRangeDays }),
    [apps, maxRangeDays],
  )
}
