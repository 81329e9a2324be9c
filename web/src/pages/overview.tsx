import { PageTitle } from '../layout/page-title.tsx'
import { boardTexts } from '../texts/en/board.tsx'
import { useView } from '../view/use-view.ts'
import { breakdowns } from '../view/view.ts'
import { Board } from './board.tsx'

/** The figures of all apps. */
export function Overview() {
  const [view, change] = useView()
  return (
    <>
      <PageTitle>{boardTexts.overview}</PageTitle>
      <Board view={view} onChange={change} breakdowns={breakdowns} />
    </>
  )
}
