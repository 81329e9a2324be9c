import { Link, type LinkComponent } from '@tanstack/react-router'
import { searchOf } from './search.ts'
import { useAddress } from './use-view.ts'

/** A link to a page of the dashboard. It keeps the days and filters, unless it has its own `search`. */
export const PageLink: LinkComponent<'a'> = (props) => {
  const { view } = useAddress()
  return <Link search={searchOf(view)} activeProps={{}} {...props} />
}
