import type { DemoRefusals } from '../use-cases/demo-refusals.ts'
import type { Wording } from './vocabulary.ts'

export const demoWording: Wording<DemoRefusals> = {
  other_demo: ({ apps, days, seed, currency }, { option }) =>
    `The data directory contains a demo in ${currency} of ${apps} apps, ${days} days and seed ${seed}. Remove the directory, or choose another one with ${option('dataDir', 'DIR')}`,
  not_a_demo: (_, { option }) =>
    `The data directory contains accounts that are not a demo. Choose another one with ${option('dataDir', 'DIR')}`,
}
