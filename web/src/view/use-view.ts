import { useLocation, useNavigate } from '@tanstack/react-router'
import { createContext, useCallback, useContext, useMemo } from 'react'
import { useAccount } from '../api/queries.ts'
import { type Address, readAddress } from './address.ts'
import { searchOf } from './search.ts'
import { defaultView, type View } from './view.ts'

/** The contents of the page's address, for all that is on the page. */
export const AddressContext = createContext<Address>({ view: defaultView, ignored: [] })

/** The view in the page's address, and what of the address was ignored. */
export const useAddress = (): Address => useContext(AddressContext)

/** Reads the page's address, for {@link AddressContext}. */
export function useReadAddress(): Address {
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const { apps, max_range_days: maxRangeDays } = useAccount()
  return useMemo(() => {
    const appIds = new Set(apps.map((app) => app.app_id))
    return readAddress(new URLSearchParams(search), { appIds, maxRangeDays })
  }, [search, apps, maxRangeDays])
}

/** The page's view, and a function to change it. The back button undoes a change. */
export function useView(): [View, (change: Partial<View>) => void] {
  const navigate = useNavigate()
  const { view } = useAddress()
  const change = useCallback(
    (changed: Partial<View>) => {
      void navigate({ to: '.', search: searchOf({ ...view, ...changed }), resetScroll: false })
    },
    [view, navigate],
  )
  return [view, change]
}
