import { texts } from '../texts.ts'

export const apiTexts = texts('api', {
  theServerDoesNotAnswer:
    'The server does not answer. Check that it is running and that you are online.',
  theServerAnsweredWithStatus: (status: number) => `The server answered with status ${status}.`,
})
