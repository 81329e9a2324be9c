import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import {
  type StorageAnswer,
  type StorageRequest,
  type StorageRequests,
  StorageUnreachableError,
} from '../../../warehouse/storage-requests.ts'
import { changedMeanwhile, WarehouseError } from '../../../warehouse/warehouse.ts'
import {
  describeFile,
  type FoundObject,
  type ListedObject,
  type LocalFile,
  maxSmallBytes,
  type ObjectStore,
} from './object-store.ts'
import type { S3Address } from './s3-address.ts'

/** The waits before a request is sent again, in milliseconds. */
const usualWaitsMs = [200, 1_000, 4_000, 10_000]
const listedAtOnce = 1_000
/** An account has far fewer: hundreds of files, and those of steps that were cut off. */
const maxPages = 50
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** A request, before it is signed. */
interface Asked extends Pick<StorageRequest, 'method' | 'body' | 'saveAs'> {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly sha256?: string
}

/** Objects in a bucket of Amazon S3, or of a storage that answers like it. */
export class S3Store implements ObjectStore {
  readonly #address: S3Address
  readonly #requests: StorageRequests
  readonly #signal: AbortSignal
  readonly #waitsMs: readonly number[]

  constructor(
    address: S3Address,
    requests: StorageRequests,
    signal: AbortSignal,
    waitsMs: readonly number[] = usualWaitsMs,
  ) {
    this.#address = address
    this.#requests = requests
    this.#signal = signal
    this.#waitsMs = waitsMs
  }

  async get(name: string, path: string, maxBytes: number): Promise<FoundObject | null> {
    const { answer } = await this.#send({
      method: 'GET',
      url: this.#urlOf(name),
      body: null,
      saveAs: { path, maxBytes },
    })
    if (answer.status === 200) return { tag: answer.header('etag'), isCopied: answer.isSaved }
    if (answer.status === 404 && codeIn(answer) === 'NoSuchKey') return null
    throw this.#refused('read', answer)
  }

  async put(name: string, file: LocalFile, expected?: string | null): Promise<string> {
    const asked: Asked = {
      method: 'PUT',
      url: this.#urlOf(name),
      body: file,
      saveAs: null,
      sha256: file.sha256,
    }
    if (expected === undefined) {
      const { answer } = await this.#send(asked)
      if (answer.status === 200) return answer.header('etag')
      throw this.#refused('write', answer)
    }
    // Some storages ignore the condition, or refuse it.
    if ((await this.#tagOf(name, file)).tag !== expected) throw changedMeanwhile()
    const headers: Record<string, string> =
      expected === null ? { 'if-none-match': '*' } : { 'if-match': expected }
    const { answer, isRepeated } = await this.#send({ ...asked, headers })
    if (answer.status === 200) return answer.header('etag')
    if (answer.status === 501 || codeIn(answer) === 'NotImplemented') return this.put(name, file)
    if (answer.status !== 412 && codeIn(answer) !== 'NoSuchKey') {
      throw this.#refused('write', answer)
    }
    // An answer that was lost may have told that it is stored.
    const now = isRepeated ? await this.#tagOf(name, file) : null
    if (now?.isSame !== true) throw changedMeanwhile()
    return now.tag!
  }

  async list(folder: string): Promise<ListedObject[]> {
    const found: ListedObject[] = []
    const prefix = `${this.#address.prefix}${folder}`
    let token = ''
    for (let page = 0; page < maxPages; page++) {
      const url = new URL(this.#address.bucketUrl)
      url.searchParams.set('list-type', '2')
      url.searchParams.set('max-keys', String(listedAtOnce))
      url.searchParams.set('prefix', prefix)
      if (token !== '') url.searchParams.set('continuation-token', token)
      const { answer } = await this.#send({ method: 'GET', url, body: null, saveAs: null })
      if (answer.status !== 200) throw this.#refused('list', answer)
      for (const object of answer.text.split('<Contents>').slice(1)) {
        const key = elementIn(object, 'Key')
        if (!key.startsWith(prefix)) continue
        const name = key.slice(this.#address.prefix.length)
        found.push({ name, tag: elementIn(object, 'ETag') || null })
      }
      token = elementIn(answer.text, 'NextContinuationToken')
      if (token === '') return found
    }
    throw new WarehouseError(`S3: the folder has more than ${maxPages * listedAtOnce} objects`)
  }

  async delete(name: string): Promise<void> {
    const url = this.#urlOf(name)
    const { answer } = await this.#send({ method: 'DELETE', url, body: null, saveAs: null })
    if (![200, 204, 404].includes(answer.status)) throw this.#refused('remove', answer)
  }

  close(): Promise<void> {
    return this.#requests.close()
  }

  #urlOf = (name: string): URL => new URL(name, this.#address.base)

  /** The tag of an object, and whether it is the same as a file. Only for small ones. */
  async #tagOf(name: string, file: LocalFile) {
    const path = `${file.path}.now`
    const found = await this.get(name, path, maxSmallBytes)
    const isSame = found?.isCopied === true && (await describeFile(path)).sha256 === file.sha256
    return { tag: found?.tag ?? null, isSame }
  }

  /** Sends a request until it is answered, at most five times. Every request may be repeated. */
  async #send(asked: Asked): Promise<{ answer: StorageAnswer; isRepeated: boolean }> {
    for (let attempt = 0; ; attempt++) {
      const waitMs = this.#waitsMs[attempt]
      try {
        const answer = await this.#requests.send(await this.#signed(asked), this.#signal)
        if (!isBusy(answer) || waitMs === undefined) return { answer, isRepeated: attempt > 0 }
      } catch (error) {
        if (!(error instanceof StorageUnreachableError)) throw error
        if (!error.mayPass || waitMs === undefined) {
          throw new WarehouseError(`S3: the storage ${error.message}`, { cause: error })
        }
      }
      // Others wait for the same storage.
      await delay(waitMs * (0.5 + Math.random()), undefined, { signal: this.#signal })
    }
  }

  async #signed({ sha256, ...asked }: Asked): Promise<StorageRequest> {
    const { accessKeyId, secretAccessKey, region } = this.#address
    const signer = new AwsV4Signer({
      method: asked.method,
      url: asked.url.href,
      headers: { ...asked.headers, 'x-amz-content-sha256': sha256 ?? emptySha256 },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    })
    const { url, headers } = await signer.sign()
    return { ...asked, url, headers: Object.fromEntries(headers) }
  }

  /** The code of the storage, and none of its text, which may have the key. */
  #refused(what: string, answer: StorageAnswer): WarehouseError {
    const code = codeIn(answer)
    const told = code === '' ? `status ${answer.status}` : `${code}, status ${answer.status}`
    const isElsewhere = answer.status >= 300 && answer.status < 400
    const advice = isElsewhere ? "Give the host of the bucket's region" : advices[code]
    return new WarehouseError(
      `S3: ${this.#address.target} refuses to ${what} (${told})${advice ? `. ${advice}` : ''}`,
    )
  }
}

const advices: Readonly<Record<string, string>> = {
  AccessDenied:
    'The key needs to list the bucket, and to read, write and remove objects in its folder',
  AuthorizationHeaderMalformed: "Give the bucket's region in the address: ?region=REGION",
  InvalidAccessKeyId: 'The storage does not know the access key',
  NoSuchBucket: 'Make the bucket first',
  RequestTimeTooSkewed: 'The clock of this server is wrong',
  SignatureDoesNotMatch: 'Check the secret key and the region',
}

/** Whether the same request may be answered later. */
const isBusy = (answer: StorageAnswer): boolean =>
  [429, 500, 502, 503, 504].includes(answer.status) ||
  ['ConditionalRequestConflict', 'OperationAborted', 'RequestTimeout', 'SlowDown'].includes(
    codeIn(answer),
  )

/** The code of an error; '' for none. */
const codeIn = ({ text }: StorageAnswer): string =>
  /^[A-Za-z0-9.]{1,64}$/.exec(elementIn(text, 'Code'))?.[0] ?? ''

/** The text of the first element with a name; '' without one. */
function elementIn(xml: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml) ?? []
  return text.replace(/&(quot|amp|lt|gt|apos|#34|#39);/g, (found) => entities[found]!)
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&#34;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&apos;': "'",
  '&#39;': "'",
}
