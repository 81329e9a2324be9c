/**
 * - `starting`: the stores are being opened
 * - `upgrading`: they are brought up to date
 * - `ready`
 * - `draining`: the server stops; it still answers for a while
 */
export type Phase = 'starting' | 'upgrading' | 'ready' | 'draining'

/** How far a server is, from its start to its end. */
export class Readiness {
  phase: Phase

  constructor(phase: Phase = 'ready') {
    this.phase = phase
  }
}

/** Why a server is not ready in a phase. */
export const notReadyIn: Readonly<Record<Exclude<Phase, 'ready'>, string>> = {
  starting: 'The server is starting.',
  upgrading: 'The server is upgrading its databases, which may take minutes.',
  draining: 'The server is stopping.',
}
