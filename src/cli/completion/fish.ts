import { allNodes, type CommandNode, nameOf, type OptionNode, valuedFlags } from './command-tree.ts'

/** A completion script for fish. Where it knows no words, fish completes files. */
export function fishScript(tree: CommandNode): string {
  const nodes = allNodes(tree)
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => quoted(path))
  const valued = nodes.flatMap((node) =>
    valuedFlags(node).map((flag) => `${node.path} ${flag}`.trim()),
  )
  return `# Completion of adtally for fish.

# Prints the command before the cursor.
function __adtally_command
    set -l at
    set -l skip
    for word in (commandline -opc)[2..]
        if set -q skip[1]
            set skip
            continue
        end
        if string match -q -- '-*' $word
            if contains -- (string join -- ' ' $at $word) ${valued.map(quoted).join(' ')}
                set skip yes
            end
        else if contains -- (string join -- ' ' $at $word) ${paths.join(' ')}
            set -a at $word
        end
    end
    string join ' ' $at
end

function __adtally_at
    test "$argv[1]" = "$(__adtally_command)"
end

${nodes.flatMap(nodeLines).join('\n')}
`
}

function nodeLines({ path, options, choices, commands }: CommandNode): readonly string[] {
  const begin = `complete -c adtally -n ${quoted(`__adtally_at ${quoted(path)}`)}`
  return [
    ...commands.map(
      (child) => `${begin} -f -a ${quoted(nameOf(child))} -d ${quoted(child.summary)}`,
    ),
    ...(choices.length > 0 ? [`${begin} -f -a ${quoted(choices.join(' '))}`] : []),
    ...options.map((option) => `${begin} ${optionText(option)}`),
  ]
}

function optionText({ flag, short, summary, takesValue, choices }: OptionNode): string {
  const parts = [
    `-l ${flag.replace(/^--/, '')}`,
    ...(short === null ? [] : [`-s ${short.replace(/^-/, '')}`]),
    ...(takesValue ? ['-r'] : []),
    ...(choices.length > 0 ? [`-f -a ${quoted(choices.join(' '))}`] : []),
    `-d ${quoted(summary)}`,
  ]
  return parts.join(' ')
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
