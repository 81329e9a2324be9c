import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { ApiError, get, upload } from '../../api/request.ts'
import type {
  ImportPreviewAnswer,
  ImportSummaryAnswer,
  NetworkAppAnswer,
  UploadAnswer,
  UploadStartedAnswer,
  UploadView,
} from '../../api/wire.ts'
import { formOf, type GivenImport } from './given-import.ts'

/** Where an import of files is that someone began on this page. */
export type ImportState =
  | { readonly step: 'choosing' }
  | {
      readonly step: 'working'
      readonly given: GivenImport
      readonly isDryRun: boolean
      readonly phase: 'sending' | 'waiting' | NonNullable<UploadView['progress']>['phase']
      /** The completed share of the phase, 0 to 1; null where it is unknown. */
      readonly share: number | null
    }
  | {
      readonly step: 'previewed'
      readonly given: GivenImport
      readonly preview: ImportPreviewAnswer
    }
  | { readonly step: 'imported'; readonly summary: ImportSummaryAnswer }
  | {
      readonly step: 'failed'
      readonly given: GivenImport
      readonly message: string
      /** Whether the server refused it. Otherwise nobody knows what became of it. */
      readonly isRefused: boolean
      /** The apps of networks that have to be linked. */
      readonly networkApps: readonly NetworkAppAnswer[]
    }

interface ImportActions {
  readonly state: ImportState
  /** Tells what the import would change. */
  readonly preview: (given: GivenImport) => void
  readonly run: (given: GivenImport) => void
  /** Gives up what is under way here, and begins anew. */
  readonly reset: () => void
}

const firstPollMs = 250
const longestPollMs = 2_000
/** Failed polls in a row. */
const maxSilent = 8

/** Imports files: a dry run first, then the import. */
export function useImportOfFiles(): ImportActions {
  const { username: account } = useAccount()
  const queries = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'choosing' })
  const running = useRef<AbortController>(null)
  const stop = useCallback(() => running.current?.abort(new Error('given up')), [])
  useEffect(() => stop, [stop])

  const start = async (given: GivenImport, isDryRun: boolean) => {
    stop()
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort
    const show = (next: ImportState) => {
      if (!signal.aborted) setState(next)
    }
    const work = { step: 'working', given, isDryRun } as const
    try {
      show({ ...work, phase: 'sending', share: 0 })
      const { id } = await upload<UploadStartedAnswer>('imports/upload', formOf(given, isDryRun), {
        account,
        signal,
        idempotencyKey: isDryRun ? crypto.randomUUID() : given.key,
        onSent: (share) => show({ ...work, phase: 'sending', share }),
      })
      const ended = await untilEnded(id, account, signal, ({ progress }) =>
        show({ ...work, phase: progress?.phase ?? 'waiting', share: progress?.fraction ?? null }),
      )
      show(stateAfter(ended, given))
    } catch (error) {
      if (signal.aborted) return
      const isRefused = error instanceof ApiError && error.code !== 'unreachable'
      show({ step: 'failed', given, message: (error as Error).message, isRefused, networkApps: [] })
    } finally {
      if (!isDryRun) await queries.invalidateQueries()
    }
  }
  return {
    state,
    preview: (given) => void start(given, true),
    run: (given) => void start(given, false),
    reset: () => {
      stop()
      setState({ step: 'choosing' })
    },
  }
}

function stateAfter({ state, summary, problem }: UploadView, given: GivenImport): ImportState {
  if (summary && 'removed_slices' in summary) return { step: 'previewed', given, preview: summary }
  if (summary) return { step: 'imported', summary }
  const message = problem?.detail ?? 'The import ended without an answer. Look at the list below.'
  const networkApps = problem?.refusal?.network_apps ?? []
  return { step: 'failed', given, message, isRefused: state !== 'done', networkApps }
}

/** Asks for an import request until it has ended. @throws ApiError when the server is silent for long */
async function untilEnded(
  id: string,
  account: string,
  signal: AbortSignal,
  onView: (view: UploadView) => void,
): Promise<UploadView> {
  let silent = 0
  for (let waitMs = firstPollMs; ; waitMs = Math.min(waitMs * 1.5, longestPollMs)) {
    await wait(waitMs, signal)
    try {
      const { upload: view } = await get<UploadAnswer>(
        'imports/request',
        { id },
        { account, signal },
      )
      if (view.ended_at !== null) return view
      silent = 0
      onView(view)
    } catch (error) {
      signal.throwIfAborted()
      const isSilent = error instanceof ApiError && error.code === 'unreachable'
      if (!isSilent || ++silent === maxSilent) throw error
    }
  }
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
