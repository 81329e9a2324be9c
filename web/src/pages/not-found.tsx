import { PageTitle } from '../layout/page-title.tsx'
import { Empty } from '../layout/states.tsx'
import { PageLink } from '../view/page-link.tsx'

/** For addresses without a page. */
export function NotFound() {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <Empty>
        <p>
          Go to the <PageLink to="/dashboard">overview</PageLink>.
        </p>
      </Empty>
    </>
  )
}
