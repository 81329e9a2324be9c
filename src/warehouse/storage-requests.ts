/** A request to an object storage. */
export interface StorageRequest {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** A file that is sent, with its size; null for none. */
  readonly body: { readonly path: string; readonly bytes: number } | null
  /** Where the body of a good answer is stored, up to a size; null to have it as text. */
  readonly saveAs: { readonly path: string; readonly maxBytes: number } | null
}

export interface StorageAnswer {
  readonly status: number
  /** The value of a header by its name in lower case; '' when there is none. */
  readonly header: (name: string) => string
  /** The body, at most 16 MiB; '' of one that was to be stored in a file. */
  readonly text: string
  /** Whether it was stored in a file, whole. */
  readonly isSaved: boolean
}

/** An object storage gave no whole answer: its message says why, without anything of the request but the host. */
export class StorageUnreachableError extends Error {
  override readonly name = 'StorageUnreachableError'
  /** Whether asking again may help. */
  readonly mayPass: boolean

  constructor(message: string, mayPass: boolean) {
    super(message)
    this.mayPass = mayPass
  }
}

/** PORT: sends requests to object storages. It follows no redirects. */
export interface StorageRequests {
  /** @throws StorageUnreachableError */
  readonly send: (request: StorageRequest, signal: AbortSignal) => Promise<StorageAnswer>
  readonly close: () => Promise<void>
}
