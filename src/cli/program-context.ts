import type { Command } from 'commander'
import type { Environment } from '../config/settings.ts'
import type { SettingsFile } from '../config/settings-file.ts'

/** The parts of the whole program that a few commands need. */
export interface ProgramContext {
  /** The environment without the settings of the file. */
  readonly ownEnv: Environment
  /** The settings file that the command read; null without one. */
  readonly settingsFile: () => SettingsFile | null
  /** The program with all its commands loaded. */
  readonly wholeProgram: () => Promise<Command>
}
