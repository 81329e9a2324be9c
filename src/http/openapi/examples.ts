/** Answers of the demo, by operation. */
export const examples: Readonly<Record<string, unknown>> = {}
