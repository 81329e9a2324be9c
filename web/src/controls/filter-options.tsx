import { useState } from 'react'
import { Input, ListBox, ListBoxItem, SearchField } from 'react-aria-components'
import styles from './filter-picker.module.css'
import { QuietButton } from './quiet-button.tsx'

export interface FilterOption {
  readonly key: string
  readonly name: string
}

export interface FilterOptionsProps {
  readonly title: string
  readonly options: readonly FilterOption[]
  /** Whether more options will come. */
  readonly isLoading?: boolean
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** Longer lists can be searched. */
const maxWithoutSearch = 8

/** The options of a filter, for its dialog. */
export default function FilterOptions(props: FilterOptionsProps) {
  const { title, options, isLoading = false, chosen, onChange } = props
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = options.filter(
    ({ key, name }) =>
      chosen.includes(key) ||
      name.toLowerCase().includes(wanted) ||
      key.toLowerCase().includes(wanted),
  )
  return (
    <>
      {options.length > maxWithoutSearch && (
        <SearchField aria-label="Search" value={search} onChange={setSearch} autoFocus>
          <Input placeholder="Search" />
        </SearchField>
      )}
      <ListBox
        aria-label={title}
        className={styles.options}
        selectionMode="multiple"
        escapeKeyBehavior="none"
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          onChange(keys === 'all' ? options.map(({ key }) => key) : [...keys].map(String))
        }
        renderEmptyState={() => (isLoading ? 'Loading …' : 'Nothing matches.')}
      >
        {shown.map(({ key, name }) => (
          <ListBoxItem key={key} id={key} textValue={name} className={styles.option}>
            {({ isSelected }) => (
              <>
                <span className={styles.tick} aria-hidden="true">
                  {isSelected ? '✓' : ''}
                </span>
                {name}
              </>
            )}
          </ListBoxItem>
        ))}
      </ListBox>
      {chosen.length > 0 && <QuietButton onClick={() => onChange([])}>Clear</QuietButton>}
    </>
  )
}
