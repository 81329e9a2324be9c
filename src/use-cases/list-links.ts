import { username } from './fields.ts'
import { toLinkView } from './link-view.ts'
import { readsOnly, useCase } from './use-case.ts'

/** An account's report links by name, without their tokens. */
export const listLinks = useCase({
  name: 'list-links',
  request: { username },
  audit: readsOnly,
  run: async (services, { username }) =>
    (await services.links.list(username)).map((link) => toLinkView(link, services)),
})
