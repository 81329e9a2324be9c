import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { writeRange } from './address.ts'
import { type Search, searchOf } from './search.ts'
import { usePageView } from './use-view.ts'
import type { View } from './view.ts'

/** A page's own parameters in its address, besides the view; undefined where they are absent. */
export type OwnSearch<Name extends string> = Readonly<Record<Name, string | undefined>>

interface PageAddress<Name extends string> {
  readonly view: View
  readonly own: OwnSearch<Name>
  /** Changes the view, the page's own parameters, or both. The back button undoes it. */
  readonly change: (view: Partial<View>, own?: Partial<OwnSearch<Name>>) => void
  /** The parameters of the address that a change leads to, for links. */
  readonly searchWith: (own: Partial<OwnSearch<Name>>) => Search
}

const noNames = [] as const

/** The view and a page's own parameters, both in the address. @param names stable between renders */
export function useOwnSearch<const Name extends string = never>(
  names: readonly Name[] = noNames,
): PageAddress<Name> {
  const { view, hasOwnDays } = usePageView()
  const navigate = useNavigate()
  const text = useLocation({ select: ({ searchStr }) => searchStr })
  const own = useMemo(() => {
    const given = new URLSearchParams(text)
    return Object.fromEntries(
      names.map((name) => [name, given.get(name) || undefined]),
    ) as OwnSearch<Name>
  }, [text, names])
  const searchOfBoth = useCallback(
    (changed: View, changes: Partial<OwnSearch<Name>>): Search => {
      const all = Object.entries({ ...own, ...changes } as OwnSearch<string>)
      const stated = all.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]))
      const days = hasOwnDays ? [...writeRange(changed.range, true)] : []
      const named = days.map(([name, value]) => [name, [value]])
      return { ...searchOf(changed), ...Object.fromEntries([...named, ...stated]) }
    },
    [own, hasOwnDays],
  )
  const change = useCallback(
    (changed: Partial<View>, changes: Partial<OwnSearch<Name>> = {}) => {
      const search = searchOfBoth({ ...view, ...changed }, changes)
      void navigate({ to: '.', search, resetScroll: false })
    },
    [view, navigate, searchOfBoth],
  )
  const searchWith = (changes: Partial<OwnSearch<Name>>) => searchOfBoth(view, changes)
  return { view, own, change, searchWith }
}
