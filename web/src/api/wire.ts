import type { Role } from '../../../src/http/dashboard/user-answers.ts'

/** Answers of the server, as it describes them. */
export type * from '../../../src/http/dashboard/answer-schema.ts'
export type * from '../../../src/http/dashboard/app-answers.ts'
export type * from '../../../src/http/dashboard/connection-answers.ts'
export type * from '../../../src/http/dashboard/insight-answers.ts'
export type * from '../../../src/http/dashboard/rate-answers.ts'
export type * from '../../../src/http/dashboard/restatement-answers.ts'
export type * from '../../../src/http/dashboard/upload-answers.ts'
export type * from '../../../src/http/dashboard/user-answers.ts'
export type * from '../../../src/http/dashboard/view-answers.ts'

export const roles = ['owner', 'editor', 'viewer'] as const satisfies readonly Role[]
