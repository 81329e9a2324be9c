import { Failed, Skeleton } from '../../layout/states.tsx'
import styles from './home.module.css'
import { ToDoItem } from './to-do-item.tsx'
import { useToDo } from './use-to-do.ts'

/** What the user should do, with the most money first. */
export function ToDo() {
  const { data, error, refetch } = useToDo()
  return (
    <section aria-labelledby="to-do-title">
      <h2 id="to-do-title">To do</h2>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={120} />}
      {data &&
        (data.count === 0 ? (
          <p className={styles.nothing}>
            Nothing to do. Refused keys, held days, late networks, gaps and failed imports appear
            here.
          </p>
        ) : (
          <ul className={styles.toDo}>
            {data.items.map((item) => (
              <ToDoItem key={JSON.stringify(item)} item={item} />
            ))}
          </ul>
        ))}
      {data && data.count > data.items.length && (
        <p className="note">Not listed: {data.count - data.items.length} with less money.</p>
      )}
    </section>
  )
}
