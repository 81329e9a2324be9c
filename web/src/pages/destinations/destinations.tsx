import { useAnswer } from '../../api/queries.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { LoadedList } from '../../layout/states.tsx'
import { AddDestination } from './add-destination.tsx'
import { DestinationTable } from './destination-table.tsx'

/** How often the states of copies are asked for again. */
const askAgainMs = 5_000

/** The warehouses that are kept a copy of the account. */
export default function Destinations() {
  const destinations = useAnswer('destinations', {}, { refetchInterval: askAgainMs })
  return (
    <>
      <PageTitle of="/dashboard/destinations" />
      <p className="under-title">
        Adtally keeps an exact copy of this account in your own PostgreSQL or ClickHouse database or
        in a DuckDB file, and fills it after each import.
      </p>
      <div>
        <AddDestination />
      </div>
      <LoadedList
        query={destinations}
        rowsOf={({ destinations }) => destinations}
        empty="No destinations"
        advice={<p>Add a database, and ask it in SQL for what the dashboard shows.</p>}
      >
        {(rows) => <DestinationTable destinations={rows} />}
      </LoadedList>
    </>
  )
}
