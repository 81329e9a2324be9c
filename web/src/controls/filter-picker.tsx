import { useState } from 'react'
import {
  Button,
  Dialog,
  DialogTrigger,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
} from 'react-aria-components'
import styles from './filter-picker.module.css'
import picker from './picker.module.css'

export interface FilterOption {
  readonly key: string
  readonly name: string
}

export interface FilterPickerProps {
  readonly title: string
  readonly options: readonly FilterOption[]
  /** Whether more options will come. */
  readonly isLoading?: boolean
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
  readonly onOpen?: () => void
}

/** Longer lists can be searched. */
const maxWithoutSearch = 8

/** Picks some options; none picked means all. */
export function FilterPicker(props: FilterPickerProps) {
  const { title, options, isLoading = false, chosen, onChange, onOpen } = props
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const shown = options.filter(
    ({ key, name }) =>
      chosen.includes(key) ||
      name.toLowerCase().includes(wanted) ||
      key.toLowerCase().includes(wanted),
  )
  const names = new Map(options.map(({ key, name }) => [key, name]))
  const [first, ...others] = chosen
  const value =
    first === undefined
      ? 'All'
      : `${names.get(first) ?? first}${others.length > 0 ? ` +${others.length}` : ''}`
  return (
    <DialogTrigger
      onOpenChange={(isOpen) => {
        setSearch('')
        if (isOpen) onOpen?.()
      }}
    >
      <Button
        className={first === undefined ? picker.picker! : `${picker.picker} ${picker.picked}`}
      >
        <span className={picker.pickerTitle}>{title}</span>
        <span className={picker.pickerValue}>{value}</span>
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className={styles.filterDialog} aria-label={`Filter by ${title.toLowerCase()}`}>
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
          {chosen.length > 0 && (
            <button type="button" className="quiet" onClick={() => onChange([])}>
              Clear
            </button>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
