/**
 * - `starting`: the stores are being opened
 * - `upgrading`: they are brought up to date
 * - `preparing`: the demo data is written
 * - `ready`
 * - `draining`: the server stops; it still answers for a while
 */
export type Phase = 'starting' | 'upgrading' | 'preparing' | 'ready' | 'draining'

/** How far a server is, from its start to its end. */
export class Readiness {
  phase: Phase

  constructor(phase: Phase = 'ready') {
    this.phase = phase
  }
}

/** Why a server is not ready in a phase. */
export const notReadyIn: Readonly<Record<Exclude<Phase, 'ready'>, string>> = {
  starting: 'The server is starting and opens its databases.',
  upgrading: 'The server is upgrading its databases, which may take minutes.',
  preparing: 'The server is preparing the demo data, which may take a minute.',
  draining: 'The server is stopping.',
}
