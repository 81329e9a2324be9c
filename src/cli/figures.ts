import { takes } from './command-fields.ts'
import { grouped } from './print.ts'
import { printFigures } from './print-figures.ts'
import { commandGroup, useCaseCommand } from './run-command.ts'

const remove = useCaseCommand({
  name: 'delete',
  summary: 'Delete the figures of some days.',
  details:
    'Prints what is deleted and asks first. The deletion is an entry in adtally imports, and can be undone like an import.',
  examples: [
    'figures delete studio --start-date 2026-03-01 --end-date 2026-03-31 --dry-run',
    'figures delete studio --start-date 2026-03-01 --end-date 2026-03-01 --app-id zap-ios --network admob --yes',
  ],
  arguments: { account: takes('<username>', 'the account') },
  options: {
    startDate: takes('<day>', 'the first day', { isRequired: true }),
    endDate: takes('<day>', 'the last day', { isRequired: true }),
    appId: takes('<app-id>', 'only figures of this app'),
    network: takes('<network>', 'only figures of this network'),
    as: takes('<name>', 'figures of this secondary report instead of counted ones'),
  },
  useCase: async () => (await import('../use-cases/delete-figures.ts')).deleteFigures,
  confirm: {
    preview: (shell, found) => printFigures(shell, found, found.currency),
    unchanged: 'Nothing was deleted.',
    question: (_, { account }) => `Delete these figures of ${account}?`,
  },
  line: ({ slices, entry }) =>
    `Slices deleted: ${grouped(slices)}. To undo it: adtally imports undo ${entry}`,
})

/** `adtally figures`: deletes figures. */
export const figuresCommand = commandGroup(
  {
    name: 'figures',
    summary: 'Delete the figures of some days.',
    examples: ['figures delete studio --start-date 2026-03-01 --end-date 2026-03-31 --dry-run'],
  },
  [remove],
)
