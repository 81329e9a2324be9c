import { useMutation } from '@tanstack/react-query'
import { useProvider } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import type { ProviderAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { Failure } from '../../layout/states.tsx'

/** Signs in with the studio's identity provider, if there is one. @param to the page to return to */
export function ProviderButton({ to }: { to: string }) {
  const provider = useProvider()
  const leave = useMutation({
    mutationFn: async () => {
      const { url } = await post<ProviderAnswer>('provider/begin', { to })
      location.assign(url)
    },
  })
  if (provider === null) return null
  return (
    <>
      <QuietButton disabled={leave.isPending} onClick={() => leave.mutate()}>
        Sign in with {provider}
      </QuietButton>
      <Failure error={leave.error} />
    </>
  )
}
