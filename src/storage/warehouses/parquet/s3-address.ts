import { WarehouseError } from '../../../warehouse/warehouse.ts'

/** Where an S3-compatible storage is, and the key to it. */
export interface S3Address {
  /** Of the bucket and the folder in it, ending with `/`. */
  readonly base: URL
  /** Of the bucket alone, ending with `/`. */
  readonly bucketUrl: URL
  /** The folder in the bucket; '' or ending with `/`. */
  readonly prefix: string
  readonly hostname: string
  readonly isEncrypted: boolean
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Without the key. */
  readonly target: string
}

export const s3AddressAccepts =
  's3://KEY:SECRET@host/bucket/folder?region=REGION, with style=virtual or tls=off where the storage needs it'

/** A secret may have slashes, so the host begins after the last @. */
const form =
  /^s3:\/\/([^\s:@/?]{1,256}):([^\s@?]{1,512})@([A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})((?:\/[A-Za-z0-9][A-Za-z0-9._=-]{0,99}){0,9})\/?(?:\?([^\s#]{0,300}))?$/

/** @throws WarehouseError for another form, without any part of the address */
export function readS3Address(address: string): S3Address {
  const [, key, secret, host, port = '', bucket, path, query = ''] = form.exec(address) ?? []
  if (host === undefined || bucket === undefined) throw refused()
  const { region = 'us-east-1', style = 'path', tls = 'on', ...others } = optionsIn(query)
  const isKnown =
    /^[A-Za-z0-9-]{1,64}$/.test(region) &&
    ['path', 'virtual'].includes(style) &&
    ['on', 'off'].includes(tls) &&
    Object.keys(others).length === 0
  const origin = `${tls === 'on' ? 'https' : 'http'}://`
  const bucketUrl = URL.parse(
    style === 'path' ? `${origin}${host}${port}/${bucket}/` : `${origin}${bucket}.${host}${port}/`,
  )
  if (!isKnown || bucketUrl === null) throw refused()
  const prefix = path ? `${path.slice(1)}/` : ''
  return {
    base: new URL(prefix, bucketUrl),
    bucketUrl,
    prefix,
    // As it is asked: 127.1 is 127.0.0.1.
    hostname: bucketUrl.hostname.replace(/^\[(.*)\]$/, '$1'),
    isEncrypted: tls === 'on',
    region,
    accessKeyId: decoded(key!),
    secretAccessKey: decoded(secret!),
    target: `${host}${port}/${bucket}${path}`,
  }
}

const refused = () => new WarehouseError(`must be ${s3AddressAccepts}`)

const optionsIn = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))

/** Keys may be given as they are, or percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refused()
  }
}
