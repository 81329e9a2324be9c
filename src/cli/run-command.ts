import type { Command } from 'commander'
import type { GivenFile } from '../sources/readers/input-file.ts'
import type { UseCase } from '../use-cases/use-case.ts'
import { setArguments } from './command-arguments.ts'
import type { Confirmation, UseCaseCommand } from './command-declaration.ts'
import { addArguments, addOptions, fieldsOf, type TakenValues } from './command-fields.ts'
import { type ConfirmOptions, confirm, dryRunOption, yesOption } from './confirm.ts'
import { callUseCase, withCall } from './connect.ts'
import { type CommandText, command, dataCommand, directoryOf, jsonOption } from './data-command.ts'
import { withGivenFiles } from './given-files.ts'
import { print, printJson, printList } from './print.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

/** Makes a command for a shell. */
export type CommandMaker = (shell: Shell) => Command

/** A command with others below it. */
export const commandGroup =
  (parent: CommandText | CommandMaker, makers: readonly CommandMaker[]): CommandMaker =>
  (shell) => {
    const made = typeof parent === 'function' ? parent(shell) : command(parent)
    for (const make of makers) made.addCommand(make(shell))
    return made
  }

/** Makes a command from its declaration. */
export const useCaseCommand =
  <Request, Result>(declared: UseCaseCommand<Request, Result>): CommandMaker =>
  (shell) => {
    const { options = {}, otherOptions = {}, files, confirm, isPlain } = declared
    const made = addArguments(dataCommand(declared), declared.arguments ?? {})
    if (files !== undefined) made.argument('<file...>', files)
    addOptions(addOptions(made, options), otherOptions)
    if (confirm) made.addOption(dryRunOption()).addOption(yesOption())
    if (!isPlain && !('json' in options)) made.addOption(jsonOption())
    return made.action(() => run(shell, declared, made))
  }

interface Running<Request, Result> {
  readonly useCase: UseCase<Request, Result>
  readonly request: Request
  readonly show: (result: Result) => void
}

async function run<Request, Result>(
  shell: Shell,
  declared: UseCaseCommand<Request, Result>,
  made: Command,
): Promise<void> {
  const options: ConfirmOptions = made.opts()
  setArguments(Object.keys(declared.arguments ?? {}))
  const given = givenOf(declared.arguments, declared.options, made) as Partial<Request>
  const request = { ...given, ...(await declared.complete?.(shell, given, options)) } as Request
  const useCase = await declared.useCase()
  const show = (result: Result) => printResult(shell, declared, options, result, request)
  if (declared.confirm) {
    return runConfirmed(shell, declared.confirm, options, { useCase, request, show })
  }
  const progress = declared.showsProgress ? showProgress(shell) : null
  const call = (files: readonly GivenFile[]) =>
    callUseCase(shell, options, useCase, request, {
      files,
      ...(progress && { onProgress: progress.update }),
    })
  const names = declared.files === undefined ? [] : made.processedArgs.at(-1)
  show(await withGivenFiles(shell, names, call).finally(progress?.stop))
}

/** The fields that arguments and options give. */
function givenOf(taken: TakenValues = {}, options: TakenValues = {}, made: Command): object {
  const texts = Object.keys(taken).map((field, index) => [field, made.processedArgs[index]])
  const { json: _, ...given } = made.opts()
  return { ...fieldsOf(taken, Object.fromEntries(texts)), ...fieldsOf(options, given) }
}

/** Shows what would change, and asks first; all on the same opened stores. */
const runConfirmed = <Request, Result>(
  shell: Shell,
  { preview, unchanged, question, answer }: Confirmation<Request, Result>,
  options: ConfirmOptions,
  { useCase, request, show }: Running<Request, Result>,
): Promise<void> =>
  withCall(shell, directoryOf(shell, options), async (call) => {
    const { yes, dryRun, json } = options
    if (!yes || dryRun) {
      const found = await call(useCase, { ...request, dryRun: true })
      if (json && dryRun) return printJson(shell, found)
      preview(shell, found, request)
      if (dryRun) return print(shell, unchanged)
      await confirm(shell, question(found, request), answer?.(request))
    }
    show(await call(useCase, request))
  })

function printResult<Request, Result>(
  shell: Shell,
  { toJson = (one) => one, line, table, show }: UseCaseCommand<Request, Result>,
  options: ConfirmOptions,
  result: Result,
  request: Request,
): void {
  if (options.json) printJson(shell, toJson(result, shell))
  else if (line) print(shell, line(result, request, shell))
  else if (table) printList(shell, result as readonly never[], table, request)
  else show?.(shell, result, request, options)
}
