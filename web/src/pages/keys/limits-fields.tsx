import { useAccount } from '../../api/queries.ts'
import { AppPicker } from '../../controls/app-picker.tsx'
import { DayField } from '../../controls/day-field.tsx'
import { Ticks } from '../../controls/ticks.tsx'
import { permissionTitles } from './permission-titles.ts'

/** The limits of a new key. An absent field limits nothing. */
export interface KeyLimits {
  readonly allow?: readonly string[]
  readonly app_id?: readonly string[]
  readonly expires?: string
}

export interface LimitsFieldsProps {
  readonly limits: KeyLimits
  readonly onChange: (limits: KeyLimits) => void
  /** The permissions to choose from. */
  readonly permissions: readonly string[]
  /** The app ids to choose from; null for all apps of the account. */
  readonly apps: readonly string[] | null
  /** The last day that can be chosen, when there is one. */
  readonly lastDay?: string
}

/** Fields for what a key may do, for which apps and until when. */
export function LimitsFields(props: LimitsFieldsProps) {
  const { limits, onChange, permissions, apps, lastDay } = props
  const { today } = useAccount()
  return (
    <>
      <Ticks
        title="It may"
        of={permissions.map((one) => [one, permissionTitles[one] ?? one])}
        ticked={limits.allow ?? []}
        onChange={(allow) => onChange({ ...limits, allow })}
      />
      <AppPicker
        among={apps}
        chosen={limits.app_id ?? []}
        onChange={(app_id) => onChange({ ...limits, app_id })}
      />
      <DayField
        label="Stops working on (UTC)"
        min={today}
        max={lastDay}
        value={limits.expires ?? ''}
        onChange={(expires) => onChange({ ...limits, expires })}
        hint={`Empty: ${lastDay === undefined ? 'never' : 'as now'}`}
      />
    </>
  )
}

/** The limits as they are sent: without those that were left empty. */
export const filledIn = ({ allow = [], app_id = [], expires = '' }: KeyLimits): KeyLimits => ({
  ...(allow.length > 0 && { allow }),
  ...(app_id.length > 0 && { app_id }),
  ...(expires !== '' && { expires }),
})
