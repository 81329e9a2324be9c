import { useFormats } from '../../figures/formats.ts'
import { plural } from '../../figures/plural.ts'
import styles from './to-do-mark.module.css'
import { useToDo } from './use-to-do.ts'

/** How many things there are to do; nothing for none, and until it is known. */
export function ToDoMark() {
  const { count } = useFormats()
  const { data } = useToDo()
  if (!data || data.count === 0) return null
  return (
    <>
      {' '}
      <span className={styles.mark}>
        {count(data.count)}
        <span className="unseen">
          {' '}
          {plural(data.count, { one: 'thing', other: 'things' })} to do
        </span>
      </span>
    </>
  )
}
