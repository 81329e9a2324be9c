import { PageTitle } from '../layout/page-title.tsx'
import { useView } from '../view/use-view.ts'
import { breakdowns } from '../view/view.ts'
import { Board } from './board.tsx'

/** The figures of all apps. */
export function Overview() {
  const [view, change] = useView()
  return (
    <>
      <PageTitle>Overview</PageTitle>
      <Board view={view} onChange={change} breakdowns={breakdowns} />
    </>
  )
}
