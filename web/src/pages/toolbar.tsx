import type { ReactNode } from 'react'
import { useAccount } from '../api/queries.ts'
import { ComparePicker } from '../controls/compare-picker.tsx'
import { Filters } from '../controls/filters.tsx'
import { RangePicker } from '../controls/range-picker.tsx'
import type { Filters as FilterValues, View, ViewFilterName } from '../view/view.ts'

export interface ToolbarProps {
  readonly view: View
  readonly onChange: (change: Partial<View>) => void
  /** Filters that the page sets. */
  readonly fixed?: FilterValues
  /** Whether the page compares figures as this toolbar says. */
  readonly isCompared?: boolean
  /** What else the page lets choose. */
  readonly children?: ReactNode
}

/** Picks days, what they are compared with, and filters. */
export function Toolbar({ view, onChange, fixed = {}, isCompared = true, children }: ToolbarProps) {
  const { today } = useAccount()
  return (
    <div className="toolbar" role="toolbar" aria-label="Days and filters">
      <RangePicker range={view.range} today={today} onChange={(range) => onChange({ range })} />
      {isCompared && (
        <ComparePicker
          compare={view.compare}
          range={view.range}
          today={today}
          onChange={(compare) => onChange({ compare })}
        />
      )}
      <Filters
        filters={view.filters}
        without={Object.keys(fixed) as ViewFilterName[]}
        range={view.range}
        onChange={(filters) => onChange({ filters })}
      />
      {children}
    </div>
  )
}
