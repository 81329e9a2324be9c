/** The formats in which the report endpoint answers. */
export const answerFormats = ['json', 'csv', 'ndjson', 'arrow', 'parquet'] as const

export type AnswerFormat = (typeof answerFormats)[number]
