/** The formats in which the report endpoint answers. */
export const answerFormats = ['json', 'csv', 'ndjson'] as const

export type AnswerFormat = (typeof answerFormats)[number]
