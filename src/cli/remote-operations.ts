import { openAsBlob } from 'node:fs'
import type { CommunitySummary } from '../community/import/import-community.ts'
import type { NewAccount } from '../publishers/accounts.ts'
import type { AppsSummary } from '../publishers/import-apps.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { assertReadable } from '../sources/readers/prepare-input.ts'
import type { ImportSummary } from '../staging/import-summary.ts'
import type {
  AccountView,
  AppLink,
  AppsImportRequest,
  CommunityImportRequest,
  FinalityView,
  GapView,
  KeyView,
  LedgerRequest,
  LedgerView,
  Operations,
  PasswordRequest,
  ReconcileRequest,
  StatsImportRequest,
  UndoView,
} from '../use-cases/operations.ts'
import { type OperationEvent, RefusedError } from '../use-cases/operations.ts'
import { splitLines } from '../values/lines.ts'

const answerTimeoutMs = 2_000

/** Operations that the server which owns the data directory is asked to do. */
export class RemoteOperations implements Operations {
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor(url: string, token: string) {
    this.#url = url
    this.#headers = { authorization: `Bearer ${token}` }
  }

  /** Whether a server is there that takes the token; a file left by a crash names none. */
  async answers(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(answerTimeoutMs)
      const answer = await fetch(`${this.#url}/operations`, { headers: this.#headers, signal })
      const { operations } = (await answer.json()) as { operations?: unknown }
      return answer.ok && Array.isArray(operations)
    } catch {
      return false
    }
  }

  createAccount(account: NewAccount): Promise<KeyView> {
    return this.#call('createAccount', account)
  }

  listAccounts(): Promise<AccountView[]> {
    return this.#call('listAccounts', null)
  }

  rotateKey(username: string): Promise<KeyView> {
    return this.#call('rotateKey', username)
  }

  disableAccount(username: string): Promise<AccountView> {
    return this.#call('disableAccount', username)
  }

  setPassword(request: PasswordRequest): Promise<AccountView> {
    return this.#call('setPassword', request)
  }

  linkApp(link: AppLink): Promise<AppLink> {
    return this.#call('linkApp', link)
  }

  importApps(files: readonly GivenFile[], request: AppsImportRequest): Promise<AppsSummary> {
    return this.#call('importApps', request, files)
  }

  importCommunity(
    files: readonly GivenFile[],
    request: CommunityImportRequest,
    onProgress: OnProgress,
  ): Promise<CommunitySummary> {
    return this.#call('importCommunity', request, files, onProgress)
  }

  importStats(
    files: readonly GivenFile[],
    request: StatsImportRequest,
    onProgress: OnProgress,
  ): Promise<ImportSummary> {
    return this.#call('importStats', request, files, onProgress)
  }

  listImports(request: LedgerRequest): Promise<LedgerView[]> {
    return this.#call('listImports', request)
  }

  undoImport(importId: number): Promise<UndoView> {
    return this.#call('undoImport', importId)
  }

  reconcile(request: ReconcileRequest): Promise<GapView[]> {
    return this.#call('reconcile', request)
  }

  listFinality(): Promise<FinalityView[]> {
    return this.#call('listFinality', null)
  }

  setFinality(rule: FinalityView): Promise<FinalityView> {
    return this.#call('setFinality', rule)
  }

  async #call<Result>(
    operation: keyof Operations,
    argument: unknown,
    files: readonly GivenFile[] = [],
    onProgress: OnProgress = () => undefined,
  ): Promise<Result> {
    const body = new FormData()
    // Names go here, since those of the form's own files are not kept to the letter.
    const names = files.map(({ name }) => name)
    body.set('call', JSON.stringify({ argument, names }))
    for (const { name, path } of files) {
      await assertReadable({ name, path }).catch((error: Error) => {
        throw new RefusedError(error.message)
      })
      body.append('file', await openAsBlob(path), 'file')
    }
    const answer = await fetch(`${this.#url}/operations/${operation}`, {
      method: 'POST',
      headers: this.#headers,
      body,
    })
    if (!answer.ok || !answer.body) {
      throw new Error(`the server answered ${answer.status}; its log says why`)
    }
    for await (const line of splitLines(answer.body.pipeThrough(new TextDecoderStream()))) {
      const event = JSON.parse(line) as OperationEvent<Result>
      if ('progress' in event) onProgress(event.progress)
      else if ('refused' in event) throw new RefusedError(event.refused, event.details)
      else if ('failed' in event) throw new Error(event.failed)
      else return event.result
    }
    throw new Error('the server stopped before it had finished')
  }
}
