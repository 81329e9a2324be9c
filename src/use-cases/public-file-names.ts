import { posix, win32 } from 'node:path'

/** A file's name for publishers: without the folders that only the operator of the server knows. */
export function publicFileName(name: string): string {
  if (posix.isAbsolute(name) || name.startsWith('../')) return posix.basename(name)
  return win32.isAbsolute(name) ? win32.basename(name) : name
}

/** Gives the files that JSON data names their public names. */
export function withPublicFileNames<Data>(data: Data, files: readonly string[]): Data {
  const names = files.filter((name) => publicFileName(name) !== name)
  const toPublic = (text: string) =>
    names.reduce((changed, name) => changed.replaceAll(name, () => publicFileName(name)), text)
  return JSON.parse(JSON.stringify(data), (_, value) =>
    typeof value === 'string' ? toPublic(value) : value,
  )
}
