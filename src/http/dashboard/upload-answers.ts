import { type Static, Type } from 'typebox'
import { importRequestView, undoneSlices } from '../imports/import-answers.ts'
import { count, day, text } from '../openapi/members.ts'
import { ofAccount } from './answer-schema.ts'

export const uploadStartedAnswer = Type.Object({
  ...ofAccount,
  id: text('Of the import request, to ask how far it is.'),
})

export const uploadAnswer = Type.Object({ ...ofAccount, upload: importRequestView })

export const sourcesAnswer = Type.Object({
  ...ofAccount,
  sources: Type.Array(Type.Object({ source: text(), title: text() })),
})

export const undoneAnswer = Type.Object({ ...ofAccount, ...undoneSlices })

export const dismissedAnswer = Type.Object({ ...ofAccount, id: count() })

export const networkAnsweredAnswer = Type.Object({
  ...ofAccount,
  source: text(),
  name: text(),
  network: text(),
  connections: Type.Array(Type.Object({ name: text(), first_day: day(), last_day: day() }), {
    description: 'They fetch these days again.',
  }),
  files: Type.Array(text(), { description: 'They have to be imported again.' }),
})

export type UploadStartedAnswer = Static<typeof uploadStartedAnswer>
export type UploadAnswer = Static<typeof uploadAnswer>
export type UploadView = UploadAnswer['upload']
export type ImportSummaryAnswer = Exclude<
  NonNullable<UploadView['summary']>,
  { readonly removed_slices: number }
>
export type ImportPreviewAnswer = Extract<
  NonNullable<UploadView['summary']>,
  { readonly removed_slices: number }
>
export type SourcesAnswer = Static<typeof sourcesAnswer>
export type UndoneAnswer = Static<typeof undoneAnswer>
export type NetworkAppAnswer = NonNullable<
  NonNullable<NonNullable<UploadView['problem']>['refusal']>['network_apps']
>[number]
