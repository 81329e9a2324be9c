import { useAccount } from '../api/queries.ts'
import { Filters } from '../controls/filters.tsx'
import { RangePicker } from '../controls/range-picker.tsx'
import type { FilterName, Filters as FilterValues, View } from '../view/view.ts'

export interface ToolbarProps {
  readonly view: View
  readonly onChange: (change: Partial<View>) => void
  /** Filters that the page sets. */
  readonly fixed?: FilterValues
}

/** Picks days and filters. */
export function Toolbar({ view, onChange, fixed = {} }: ToolbarProps) {
  const { today } = useAccount()
  return (
    <div className="toolbar" role="toolbar" aria-label="Days and filters">
      <RangePicker range={view.range} today={today} onChange={(range) => onChange({ range })} />
      <Filters
        filters={view.filters}
        without={Object.keys(fixed) as FilterName[]}
        range={view.range}
        onChange={(filters) => onChange({ filters })}
      />
    </div>
  )
}
