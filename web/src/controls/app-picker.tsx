import { useAccount } from '../api/queries.ts'
import { listed } from '../figures/listed.ts'
import { FilterPicker } from './filter-picker.tsx'

export interface AppPickerProps {
  /** App ids. */
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  /** The app ids to choose from; null for all apps of the account. */
  readonly among: readonly string[] | null
  /** The text when none is chosen; all apps when absent. */
  readonly whenNone?: string
}

/** Picks apps of the account. */
export function AppPicker({ among, ...props }: AppPickerProps) {
  const options = useAccount()
    .apps.filter(({ app_id: id }) => among === null || among.includes(id))
    .map(({ app_id: key, name, platform }) => ({ key, name: `${name} (${platform})` }))
  return <FilterPicker title="Apps" options={options} {...props} />
}

const maxListed = 3

/** @param apps app ids; null for all */
export const appsText = (apps: readonly string[] | null): string =>
  apps === null ? 'All' : listed(apps, maxListed) || 'None'
