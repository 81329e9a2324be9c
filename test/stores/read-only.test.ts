import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { newFolder } from '../cli/studio.ts'
import { KeyClient, newClientStudio } from '../soak/machine/key-client.ts'

const run = (command: string, ...args: readonly string[]) =>
  execFileSync(command, args, { stdio: 'pipe', encoding: 'utf8' })

/** A file system that becomes read-only at an error, as after a fault of the disk. */
async function mountFragile() {
  const folder = await newFolder()
  const [image, path] = [join(folder, 'disk.img'), join(folder, 'mounted')]
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, path)
  mkdirSync(path)
  run('truncate', '--size', '96M', image)
  run('mkfs.ext4', '-q', '-F', image)
  mount()
  onTestFinished(() => void run('umount', '--lazy', path))
  return {
    path,
    fail: () => {
      run('sync', '-f', path)
      const device = run('findmnt', '-n', '-o', 'SOURCE', path).trim().split('/').pop()
      writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, '1')
    },
    repair: () => {
      run('umount', path)
      // Its exit code says that it repaired something.
      run('sh', '-c', `fsck.ext4 -fy ${image} || [ $? -eq 1 ]`)
      mount()
    },
  }
}

test('under a server whose file system becomes read-only, changes get 503, reads continue, and nothing is lost', async ({
  skip,
}) => {
  const disk = await mountFragile().catch(() => null)
  if (!disk) return skip('mounting a file system takes root')
  const studio = await newClientStudio()
  const directory = join(disk.path, 'data')
  cpSync(studio.directory, directory, { recursive: true })
  const env = { ...studio.env, ADTALLY_DATA_DIR: directory, ADTALLY_FREE_SPACE: '1MB' }
  const server = await serveProcess([], { env })
  const client = new KeyClient(server.baseUrl, studio.key)
  expect((await client.importRow('2026-03-01', 5)).status).toBe(201)
  disk.fail()
  expect(await client.impressions()).toBe(5)
  const refused = [await client.importRow('2026-03-02', 7), await client.undo(1)]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [503, 'store_unavailable'],
    [503, 'store_unavailable'],
  ])
  expect(server.stdout()).toMatch(/(sqlite|duckdb) cannot be read or written\. Check the disk/)
  expect(await client.impressions()).toBe(5)
  await server.stop('SIGKILL')
  disk.repair()
  const restarted = await serveProcess([], { env })
  const later = new KeyClient(restarted.baseUrl, studio.key)
  expect(await later.impressions()).toBe(5)
  expect((await later.importRow('2026-03-02', 7)).status).toBe(201)
  expect(await later.impressions()).toBe(12)
  expect(await restarted.stop()).toBe(0)
})
