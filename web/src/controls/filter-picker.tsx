import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { lazyPage } from '../layout/lazy-page.ts'
import { LoadedPart } from '../layout/loaded-part.tsx'
import type { FilterOptionsProps } from './filter-options.tsx'
import styles from './filter-picker.module.css'
import picker from './picker.module.css'

const FilterOptions = lazyPage<FilterOptionsProps>(() => import('./filter-options.tsx'))

export interface FilterPickerProps extends FilterOptionsProps {
  readonly onOpen?: () => void
  /** The text when none is picked; all when absent. */
  readonly whenNone?: string
}

/** Picks some options. */
export function FilterPicker({
  onOpen = () => undefined,
  whenNone = 'All',
  ...props
}: FilterPickerProps) {
  const { title, options, chosen } = props
  const names = new Map(options.map(({ key, name }) => [key, name]))
  const [first, ...others] = chosen
  const value =
    first === undefined
      ? whenNone
      : `${names.get(first) ?? first}${others.length > 0 ? ` +${others.length}` : ''}`
  return (
    <DialogTrigger onOpenChange={(isOpen) => isOpen && onOpen()}>
      <Button
        className={first === undefined ? picker.picker! : `${picker.picker} ${picker.picked}`}
      >
        <span className={picker.pickerTitle}>{title}</span>
        <span className={picker.pickerValue}>{value}</span>
      </Button>
      <Popover className="popover" placement="bottom start">
        <Dialog className={styles.filterDialog} aria-label={`Filter by ${title.toLowerCase()}`}>
          <LoadedPart waiting={<div className={styles.waiting} />}>
            <FilterOptions {...props} />
          </LoadedPart>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
