import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Address } from './address.ts'
import { readReportView, writeReportView } from './report-address.ts'
import { consistent, type Preset, type ReportView } from './report-view.ts'
import { useAddress, useKnown } from './use-view.ts'

export interface ReportPage extends Address<ReportView> {
  /** Changes the view. The back button undoes a change. */
  readonly change: (change: Partial<ReportView>) => void
}

/** The figures in the page's address. */
export function useReportView(preset: Preset): ReportPage {
  const navigate = useNavigate()
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const known = useKnown()
  const { view: shared } = useAddress()
  const address = useMemo(
    () => readReportView(new URLSearchParams(search), shared, preset, known),
    [search, shared, preset, known],
  )
  const change = useCallback(
    (changed: Partial<ReportView>) => {
      // Chosen days are no part of others, unless a click chose them.
      const within = changed.range ? null : address.view.within
      const next = consistent({ ...address.view, within, ...changed })
      void navigate({ to: '.', search: writeReportView(next, preset), resetScroll: false })
    },
    [address, preset, navigate],
  )
  return { ...address, change }
}
