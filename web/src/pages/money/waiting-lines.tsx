import { useAnswer } from '../../api/queries.ts'
import { Failure, Skeleton } from '../../layout/states.tsx'
import { LineTable } from './line-table.tsx'

/** Lines of statements that fit no network and month, or several. */
export function WaitingLines() {
  const { data, error, refetch } = useAnswer('money/lines', { waiting: 'true' })
  return (
    <section className="card" aria-labelledby="waiting-title" id="waiting">
      <h2 id="waiting-title">Lines to assign</h2>
      <p className="note">
        Lines whose network or month could not be told. They count nowhere until you assign them.
      </p>
      <Failure error={error} onRetry={() => refetch()} />
      {!data && !error && <Skeleton height={120} />}
      {data && <LineTable label="Lines to assign" lines={data.lines} />}
    </section>
  )
}
