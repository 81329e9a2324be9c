import { createKey } from '../../use-cases/create-key.ts'
import { createLink } from '../../use-cases/create-link.ts'
import { listKeys } from '../../use-cases/list-keys.ts'
import { listLinks } from '../../use-cases/list-links.ts'
import { narrowKey } from '../../use-cases/narrow-key.ts'
import { revealKey } from '../../use-cases/reveal-key.ts'
import { revokeKey } from '../../use-cases/revoke-key.ts'
import { revokeLink } from '../../use-cases/revoke-link.ts'
import { rotateKey } from '../../use-cases/rotate-key.ts'
import type { UseCase } from '../../use-cases/use-case.ts'
import type { DashboardServices } from '../services.ts'
import { ofAccount } from './route-table.ts'

/** A thousand app ids, escaped. */
const maxBodyBytes = 1_048_576

/** A body has the fields of its use case, but for the account, which is the session's. */
const changing = <Result extends object>(useCase: UseCase<never, Result>) =>
  ofAccount({
    needs: 'manage',
    maxBodyBytes,
    answer: async ({ fields, username, ask }) => {
      const result = { username, ...(await ask(useCase, { ...fields, username })) }
      const { username: _, ...shown } = result
      return shown
    },
  })

/** The account's API keys and report links. */
export const keyRoutes = ({ settings }: DashboardServices) => ({
  'GET /keys': ofAccount({
    needs: 'manage',
    answer: async ({ username, call }) => ({ keys: await call(listKeys, { username }) }),
  }),
  'GET /links': ofAccount({
    needs: 'manage',
    answer: async ({ username, call }) => ({ links: await call(listLinks, { username }) }),
  }),
  'POST /keys/create': changing(createKey),
  'POST /keys/narrow': changing(narrowKey),
  'POST /keys/rotate': changing(rotateKey),
  'POST /keys/reveal': changing(revealKey),
  'POST /keys/revoke': changing(revokeKey),
  'POST /links/revoke': changing(revokeLink),
  'POST /links/create': ofAccount({
    needs: 'manage',
    maxBodyBytes,
    answer: async ({ fields, username, ask }) => {
      const created = await ask(createLink, { ...fields, username })
      const { path, pagePath: _, username: _username, ...link } = created
      return { ...link, url: settings.baseUrl() + path }
    },
  }),
})
