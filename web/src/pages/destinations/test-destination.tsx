import { Button } from 'react-aria-components'
import { useAction } from '../../api/queries.ts'
import { ButtonDialog } from '../../layout/button-dialog.tsx'
import { Failure } from '../../layout/states.tsx'

/** A dialog that opens a warehouse and shows whether it works. */
export function TestDestination({ name }: { name: string }) {
  const testing = useAction('destinations/test')
  const send = () => {
    testing.reset()
    testing.mutate({ name })
  }
  return (
    <ButtonDialog opener="Test" about={name} title={`A test of “${name}”`} onOpen={send}>
      {(close) => (
        <>
          {testing.isPending && <p role="status">Opening it …</p>}
          <Failure error={testing.error} />
          {testing.data?.works && (
            <p role="status">It works, and its copy adds up to what was filled in.</p>
          )}
          {testing.data?.works === false && (
            <p className="failure" role="alert">
              It does not work. {testing.data.error}
            </p>
          )}
          <div className="actions">
            <Button className="primary" onPress={close} autoFocus>
              Done
            </Button>
          </div>
        </>
      )}
    </ButtonDialog>
  )
}
