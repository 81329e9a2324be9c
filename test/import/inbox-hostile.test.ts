import { execFileSync } from 'node:child_process'
import {
  appendFile,
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import { Inbox } from '../../src/use-cases/inbox/inbox.ts'
import { OpenFolder } from '../../src/use-cases/inbox/open-folder.ts'
import { CancelledError } from '../../src/values/cancelled-error.ts'
import { csv } from './import-site.ts'
import { folders, march, marchFigures, openInbox } from './inbox-site.ts'

describe('what is no regular file is left alone, told once, and keeps nothing waiting', () => {
  test('links, pipes and sockets', async () => {
    const { site, at, look, list, warnings, reports } = await openInbox()
    const secret = join(site.root, 'secret.csv')
    await writeFile(secret, march)
    await symlink(secret, at('a-link.csv'))
    await symlink(site.root, at('b-folder'))
    await symlink('nowhere', at('c-dangling.csv'))
    execFileSync('mkfifo', [at('d-pipe.csv')])
    const socket = createServer().listen(at('e-socket.csv'))
    onTestFinished(() => void socket.close())
    await writeFile(at('z.csv'), csv(['2026-03-01,zap-ios,ownnet,video,DE,1,1']))
    await look(4)
    expect(reports).toMatchObject([{ outcome: 'imported', name: 'z.csv' }])
    expect(warnings).toEqual([
      'a-link.csv is a symbolic link, which is not imported. Remove it',
      'b-folder is a symbolic link, which is not imported. Remove it',
      'c-dangling.csv is a symbolic link, which is not imported. Remove it',
      'd-pipe.csv is a pipe, which is not imported. Remove it',
      'e-socket.csv is a socket, which is not imported. Remove it',
    ])
    expect(await list('done')).toEqual(['z.csv', 'z.csv.report.json'])
  })

  test('a folder that contains itself, or links', async () => {
    const { site, at, look, list, reports } = await openInbox()
    await writeFile(join(site.root, 'secret.csv'), march)
    await mkdir(at('pages=loop'))
    await writeFile(at('pages=loop', 'a.csv'), march)
    await symlink('..', at('pages=loop', 'again'))
    await mkdir(at('pages=nested', 'inner'), { recursive: true })
    await mkdir(at('pages=outside'))
    await symlink(join(site.root, 'secret.csv'), at('pages=outside', 'a.csv'))
    await look()
    expect(reports.map((report) => 'message' in report && report.message)).toEqual([
      'pages=loop/again: This is a symbolic link, which is not imported. Leave it out',
      'pages=nested/inner: This is a folder, which is not imported. Leave it out',
      'pages=outside/a.csv: This is a symbolic link, which is not imported. Leave it out',
    ])
    expect(await site.figures()).toEqual([])
    expect(await list()).toEqual(folders)
  })

  test('a file that is exchanged for a link when it is taken', async () => {
    const { site, at, look, reports } = await openInbox()
    await writeFile(join(site.root, 'secret.csv'), march)
    await mkdir(at('pages=march'))
    await writeFile(at('pages=march', 'a.csv'), march)
    await look(1)
    await rename(at('pages=march', 'a.csv'), join(site.root, 'away.csv'))
    await symlink(join(site.root, 'secret.csv'), at('pages=march', 'a.csv'))
    await look(3)
    expect(reports).toMatchObject([{ outcome: 'failed', name: 'pages=march' }])
    expect(await site.figures()).toEqual([])
  })
})

test('a folder that becomes a link while its file is imported takes nothing elsewhere', async () => {
  const { site, at, look, list, reports } = await openInbox({
    importFiles: async ({ root }) => {
      await rename(at('studio'), join(root, 'away'))
      await symlink(join(root, 'elsewhere'), at('studio'))
      throw new CancelledError('The process is ending.')
    },
  })
  await mkdir(join(site.root, 'elsewhere'))
  await mkdir(at('studio'))
  await writeFile(at('studio', 'a.csv'), march)
  await look()
  expect(await readdir(join(site.root, 'elsewhere'))).toEqual([])
  expect([await list('2-studio'), reports]).toEqual([['a.csv'], []])
})

test('a folder that is held open is the same when its path becomes a link', async () => {
  const { site, at } = await openInbox()
  await mkdir(at('studio'))
  await writeFile(at('studio', 'a.csv'), march)
  await writeFile(join(site.root, 'a.csv'), 'precious')
  const folder = await OpenFolder.at(at('studio'))
  await rename(at('studio'), join(site.root, 'away'))
  await symlink(site.root, at('studio'))
  expect(await readFile(folder.entry('a.csv'), 'utf8')).toBe(march)
  await folder.close()
  await expect(OpenFolder.at(at('studio'))).rejects.toThrow(/ENOTDIR|ELOOP/)
})

describe('a report is never written through a link', () => {
  test('that has its name', async () => {
    const { site, at, look, list } = await openInbox()
    const victim = join(site.root, 'victim')
    await writeFile(victim, 'precious')
    await symlink(victim, at('done', 'march.csv.report.json'))
    await symlink(victim, at('done', '2-march.csv'))
    await writeFile(at('march.csv'), march)
    await look()
    expect(await readFile(victim, 'utf8')).toBe('precious')
    expect(await readlink(at('done', '2-march.csv'))).toBe(victim)
    expect(await list('done')).toContain('3-march.csv.report.json')
  })

  test('in place of a folder of the inbox', async () => {
    const { site, folder, at } = await openInbox()
    const elsewhere = join(site.root, 'elsewhere')
    await rename(at('done'), elsewhere)
    await symlink(elsewhere, at('done'))
    const hears = { report: () => undefined, warn: () => undefined, word: wordForCli }
    const inbox = new Inbox(folder, (files) => site.importStats(files), hears)
    await expect(inbox.open()).rejects.toThrow(`${at('done')} is not a folder`)
  })
})

describe('something that is still being written', () => {
  test('waits until as many looks found it unchanged as were asked for', async () => {
    const { at, look, site } = await openInbox({ unchangedLooks: 3 })
    await writeFile(at('march.csv'), march)
    await look(3)
    await appendFile(at('march.csv'), '2026-03-02,zap-ios,ownnet,video,US,1,1\n')
    await look(3)
    expect(await site.figures()).toEqual([])
    await look(1)
    expect(await site.figures()).toHaveLength(2)
  })

  test('waits under a name of its own, in a folder too, until it is renamed', async () => {
    const { at, look, site, warnings } = await openInbox()
    await mkdir(at('pages=march'))
    await writeFile(at('pages=march', 'a.csv'), march)
    await writeFile(at('pages=march', '.DS_Store'), 'x')
    await writeFile(
      at('pages=march', 'b.csv.part'),
      csv(['2026-03-02,zap-ios,ownnet,video,US,1,1']),
    )
    await look(4)
    expect(await site.figures()).toEqual([])
    expect(warnings).toEqual([
      'pages=march waits for b.csv.part. Rename it when it is complete, or remove it',
    ])
    await rename(at('pages=march', 'b.csv.part'), at('pages=march', 'b.csv'))
    await look()
    expect(await site.figures()).toHaveLength(2)
  })

  test('is imported again when it grew during its import', async () => {
    let grow = true
    const { at, look, site, list, warnings } = await openInbox({
      importFiles: async (target, files) => {
        const summary = await target.importStats(files)
        if (grow) await appendFile(files[0]!.path, '2026-03-02,zap-ios,ownnet,video,US,1,1\n')
        grow = false
        return summary
      },
    })
    await writeFile(at('march.csv'), march)
    await look()
    expect(warnings).toEqual(['march.csv changed while it was imported, and is imported again'])
    expect(await list('done')).toEqual([])
    await look()
    expect(await site.figures()).toHaveLength(2)
  })
})

test('one that cannot be moved does not stop the others', async () => {
  const { at, look, site, warnings } = await openInbox()
  // working/ already contains an entry of this name.
  await mkdir(at('working', 'a.csv'))
  await writeFile(at('working', 'a.csv', 'x'), '')
  await writeFile(at('a.csv'), march)
  await writeFile(at('b.csv'), march)
  await look(4)
  expect(await site.figures()).toEqual(marchFigures)
  expect(warnings).toEqual([expect.stringMatching(/^a\.csv: /)])
})

test('one whose name has no room for a report is imported', async () => {
  const { at, look, site, warnings, list } = await openInbox()
  const name = `${'m'.repeat(250)}.csv`
  await writeFile(at(name), march)
  await look(3)
  expect(await site.figures()).toEqual(marchFigures)
  expect(await list('done')).toEqual([name])
  expect(warnings).toEqual([expect.stringContaining('ENAMETOOLONG')])
})

test('one whose import is cancelled is back for the next watcher', async () => {
  const { at, look, list, reports } = await openInbox({
    importFiles: async () => {
      throw new CancelledError('The process is ending.')
    },
  })
  await writeFile(at('march.csv'), march)
  await mkdir(at('pages=march'))
  await writeFile(at('pages=march', 'a.csv'), march)
  await look()
  expect([await list(), await list('pages=march'), reports]).toEqual([
    [...folders, 'march.csv', 'pages=march'].sort(),
    ['a.csv'],
    [],
  ])
})

test('a folder that a crash left half taken becomes whole again', async () => {
  const { at, inbox, look, site } = await openInbox()
  await mkdir(at('pages=march'))
  await writeFile(at('pages=march', 'b.csv'), csv(['2026-03-02,zap-ios,ownnet,video,US,1,1']))
  await mkdir(at('working', 'pages=march'))
  await writeFile(at('working', 'pages=march', 'a.csv'), march)
  await inbox.open()
  await look()
  expect(await site.figures()).toHaveLength(2)
})

test('only the watcher can reach what is being imported', async () => {
  const { at, inbox } = await openInbox()
  await chmod(at('working'), 0o777)
  await inbox.open()
  const { mode } = await stat(at('working'))
  expect(mode & 0o777).toBe(0o700)
})
