import { useState } from 'react'
import type { SubjectName } from '../../../../src/alerts/rule.ts'
import { useAccount } from '../../api/queries.ts'
import { AppPicker } from '../../controls/app-picker.tsx'
import { FilterPicker } from '../../controls/filter-picker.tsx'
import { Ticks } from '../../controls/ticks.tsx'
import { countryName, networkName } from '../../figures/names.ts'
import { useValues } from '../../reports/use-reports.ts'
import { type Field, type RuleSettings, subjectTitles } from './rule-kinds.ts'

export interface RuleFieldsProps {
  /** The settings that the kind of the rule has. */
  readonly fields: readonly Field[]
  readonly settings: RuleSettings
  readonly onChange: (settings: RuleSettings) => void
}

/** The settings of a rule. */
export function RuleFields({ fields, settings, onChange }: RuleFieldsProps) {
  const { networks, countries, apps, subjects } = settings
  const has = (field: Field) => fields.includes(field)
  const number = { onChange, settings }
  return (
    <>
      {has('percent') && (
        <PercentField {...number} title="Change in percent" field="percent" min={1} />
      )}
      {has('share_percent') && (
        <PercentField
          {...number}
          title="Least change in percent of a usual day"
          field="share_percent"
          min={0}
          hint="Smaller changes are not told, however large they are for an app or a country."
        />
      )}
      {has('goal') && <GoalField {...number} />}
      {has('subjects') && (
        <Ticks
          title="Looks at"
          of={Object.entries(subjectTitles) as [SubjectName, string][]}
          ticked={subjects ?? []}
          onChange={(subjects) => onChange({ ...settings, subjects })}
        />
      )}
      <div className="row">
        {has('apps') && (
          <AppPicker
            among={null}
            chosen={apps ?? []}
            onChange={(apps) => onChange({ ...settings, apps })}
          />
        )}
        {has('networks') && (
          <NetworkPicker
            chosen={networks ?? []}
            onChange={(networks) => onChange({ ...settings, networks })}
          />
        )}
        {has('countries') && (
          <CountryPicker
            chosen={countries ?? []}
            onChange={(countries) => onChange({ ...settings, countries })}
          />
        )}
      </div>
    </>
  )
}

interface PercentFieldProps extends Omit<RuleFieldsProps, 'fields'> {
  readonly title: string
  readonly field: 'percent' | 'share_percent'
  readonly min: number
  readonly hint?: string
}

function PercentField({ title, field, min, hint, settings, onChange }: PercentFieldProps) {
  const value = settings[field]
  return (
    <label className="field">
      {title}
      <input
        type="number"
        inputMode="decimal"
        step="any"
        {...{ min, max: 100 }}
        required
        value={Number.isNaN(value) ? '' : value}
        onChange={({ target }) => onChange({ ...settings, [field]: target.valueAsNumber })}
      />
      {hint && <small>{hint}</small>}
    </label>
  )
}

function GoalField({ settings, onChange }: Omit<RuleFieldsProps, 'fields'>) {
  const { currency } = useAccount()
  return (
    <label className="field">
      {`Revenue of a month in ${currency}`}
      <input
        inputMode="decimal"
        pattern="\d+(\.\d{1,6})?"
        title="An amount such as 250000"
        placeholder="250000"
        maxLength={20}
        required
        value={settings.goal ?? ''}
        onChange={({ target }) => onChange({ ...settings, goal: target.value.trim() })}
      />
    </label>
  )
}

interface PickerProps {
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

function NetworkPicker(props: PickerProps) {
  const { networks } = useAccount()
  return <FilterPicker title="Networks" options={named(networks, props, networkName)} {...props} />
}

/** Offers the countries with figures in the last 28 days. */
function CountryPicker(props: PickerProps) {
  const [isWanted, setWanted] = useState(false)
  const { known, isLoading } = useValues('country', { preset: 'last_28' }, isWanted)
  return (
    <FilterPicker
      title="Countries"
      options={named(known, props, countryName)}
      isLoading={isLoading}
      onOpen={() => setWanted(true)}
      {...props}
    />
  )
}

const named = (
  known: readonly string[],
  { chosen }: PickerProps,
  nameOf: (key: string) => string,
) => [...new Set([...known, ...chosen])].map((key) => ({ key, name: nameOf(key) }))
