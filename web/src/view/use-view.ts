import { useLocation } from '@tanstack/react-router'
import { createContext, useContext, useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import { type Address, type Known, readAddress } from './address.ts'
import { defaultView } from './view.ts'

/** The contents of the page's address, for all that is on the page. */
export const AddressContext = createContext<Address>({ view: defaultView, ignored: [] })

/** The view in the page's address, and what of the address was ignored. */
export const useAddress = (): Address => useContext(AddressContext)

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
