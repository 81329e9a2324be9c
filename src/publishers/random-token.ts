import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in characters that need no escaping in a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A new API key: 192 random bits, as {@link newToken}. */
export const newKey = (): string => randomBytes(24).toString('base64url')

/** A plain hash is safe here, because tokens and keys are random. */
export const hashToken = (token: string): Uint8Array => createHash('sha256').update(token).digest()
