import { PageTitle } from '../layout/page-title.tsx'
import { Empty } from '../layout/states.tsx'
import { layoutTexts } from '../texts/en/layout.tsx'
import { PageLink } from '../view/page-link.tsx'

/** For addresses without a page. */
export function NotFound() {
  return (
    <>
      <PageTitle>{layoutTexts.pageNotFound}</PageTitle>
      <Empty>
        <p>{layoutTexts.goTo(<PageLink to="/dashboard">{layoutTexts.overview}</PageLink>)}</p>
      </Empty>
    </>
  )
}
