import { renderDigest } from '../wording/digest/render-digest.ts'
import { print } from './print.ts'
import { useCaseCommand } from './run-command.ts'

interface DigestOptions {
  readonly weekly?: boolean
  readonly html?: boolean
}

/** `adtally digest`: what channels with digests would get now. */
export const digestCommand = useCaseCommand({
  name: 'digest',
  summary: 'Print the daily or weekly digest of an account, as a mail would have it.',
  details: 'It is of yesterday, or of the last seven days up to a Sunday, with all apps.',
  examples: ['digest studio', 'digest studio --weekly --html > digest.html'],
  arguments: { username: 'the account' },
  otherOptions: { weekly: 'the digest of the last week', html: 'print the HTML of the mail' },
  complete: (_, __, { weekly = false }: DigestOptions) => ({
    period: weekly ? ('weekly' as const) : ('daily' as const),
  }),
  useCase: async () => (await import('../use-cases/digests/preview-digest.ts')).previewDigest,
  show: (shell, digest, _, { html = false }: DigestOptions) => {
    const { text, html: page } = renderDigest(digest)
    print(shell, (html ? page : text).trimEnd())
  },
})
