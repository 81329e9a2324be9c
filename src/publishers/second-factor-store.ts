/** A secret of an authenticator app. */
export interface SecondFactor {
  /** Encrypted; see {@link KeyVault}. */
  readonly sealed: Uint8Array
  /** Whether the user has shown a code of it; until then, no sign-in asks for one. */
  readonly isConfirmed: boolean
}

/** PORT: stores the second factors of users. */
export interface SecondFactorStore {
  /** @returns null for a user without one */
  find(userId: number): Promise<SecondFactor | null>
  /** Stores an unconfirmed one, in place of an unconfirmed one. @returns false when one is confirmed */
  begin(userId: number, sealed: Uint8Array): Promise<boolean>
  /** Confirms it, with codes for a lost app. */
  confirm(userId: number, recoveryHashes: readonly Uint8Array[]): Promise<void>
  /** Uses the code of a step, each once. @returns false when it or a later one was used already */
  useStep(userId: number, step: number): Promise<boolean>
  /** Uses a recovery code. @returns false for an unknown or used one */
  useRecoveryCode(userId: number, hash: Uint8Array): Promise<boolean>
  countRecoveryCodes(userId: number): Promise<number>
  /** @returns false for a user without one */
  remove(userId: number): Promise<boolean>
}
