import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { contextOf, type Step, stepsOf } from './dockerfile.ts'
import { tryImage, tryServer } from './try-server.ts'

/**
 * Checks `deploy/Dockerfile`. Where a Docker daemon runs, builds the image and runs it. Elsewhere, runs its steps as
 * shell commands in a clean folder, each stage in a folder of its own, and then the server with its health check.
 *
 *     node release/check-dockerfile.ts
 *
 * Without Docker, base images and users do not exist: this machine's Node runs everything, and `chown` does nothing.
 */
const project = join(import.meta.dirname, '..')
const dockerfile = 'deploy/Dockerfile'

/** The image so far. */
interface Stage {
  readonly root: string
  workdir: string
  readonly env: Record<string, string>
  command: string[]
  health: string | null
}

async function runSteps(steps: readonly Step[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adtally-dockerfile-'))
  try {
    const stages = new Map<string, Stage>()
    let stage: Stage | null = null
    for (const { instruction, text } of steps) {
      console.log(`${instruction} ${text}`)
      if (instruction === 'FROM') {
        const name = / AS (\S+)$/i.exec(text)?.[1] ?? `stage-${stages.size}`
        stage = newStage(join(folder, name))
        stages.set(name, stage)
      } else if (stage === null) throw new Error('The first step is not FROM')
      else runStep(stage, { instruction, text }, stages, folder)
    }
    const { root, workdir, env, command, health } = stage!
    const inStage = { cwd: join(root, workdir), env: withPrograms(root, placed(root, env)) }
    await tryServer(command, health, inStage)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function newStage(root: string): Stage {
  mkdirSync(root)
  return { root, workdir: '/', env: {}, command: [], health: null }
}

function runStep(
  stage: Stage,
  { instruction, text }: Step,
  stages: ReadonlyMap<string, Stage>,
  folder: string,
): void {
  const { root, workdir, env } = stage
  switch (instruction) {
    case 'WORKDIR':
      stage.workdir = resolve(workdir, text)
      mkdirSync(join(root, stage.workdir), { recursive: true })
      return
    case 'COPY':
      copy(stage, text.split(' '), stages)
      return
    case 'RUN': {
      const command = text.replace(/(?<=\s)\/(?=[a-z])/g, `${root}/`)
      const path = [ownerShim(folder), dirname(process.execPath), process.env.PATH].join(delimiter)
      execFileSync('sh', ['-e', '-c', command], {
        cwd: join(root, workdir),
        env: { ...process.env, ...env, PATH: path },
        stdio: 'inherit',
      })
      return
    }
    case 'ENV':
      for (const [, name, value] of text.matchAll(/(\w+)=(\S+)/g)) env[name!] = value!
      return
    case 'ENTRYPOINT':
    case 'CMD':
      stage.command.push(...(JSON.parse(text) as string[]))
      return
    case 'HEALTHCHECK':
      stage.health = /CMD (.*)$/.exec(text)![1]!
      return
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
      return
    default:
      throw new Error(`This script does not know the instruction ${instruction}`)
  }
}

function copy({ root, workdir }: Stage, words: string[], stages: ReadonlyMap<string, Stage>): void {
  const from = /^--from=(.*)$/.exec(words[0]!)?.[1]
  const sources = words.slice(0, -1)
  const to = join(root, resolve(workdir, words.at(-1)!))
  if (from !== undefined) {
    cpSync(join(stages.get(from)!.root, sources.at(-1)!), to, copying)
    return
  }
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const files = execFileSync('git', listed, { cwd: project, encoding: 'utf8' })
  const ignored = readFileSync(join(project, '.dockerignore'), 'utf8')
  for (const file of contextOf(files.split('\0').filter(Boolean), ignored)) {
    if (!sources.includes('.') && !sources.includes(file)) continue
    cpSync(join(project, file), join(to, file), copying)
  }
}

/** Links of `node_modules/.bin` stay links within the stage. */
const copying = { recursive: true, verbatimSymlinks: true }

/** A folder with a `chown` that does nothing: the image's users do not exist here. */
function ownerShim(folder: string): string {
  const shim = join(folder, 'shim')
  mkdirSync(shim, { recursive: true })
  writeFileSync(join(shim, 'chown'), '#!/bin/sh\n', { mode: 0o755 })
  return shim
}

/** Absolute paths of variables, in the folder of the stage. */
const placed = (root: string, env: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.startsWith('/') ? join(root, value) : value,
    ]),
  )

const withPrograms = (root: string, env: Readonly<Record<string, string>>) => ({
  ...env,
  PATH: [join(root, 'usr/local/bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
})

const hasDaemon = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
if (hasDaemon) await tryImage(project, dockerfile)
else await runSteps(stepsOf(readFileSync(join(project, dockerfile), 'utf8')))
