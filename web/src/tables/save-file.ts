/** Downloads a file. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Long enough for the browser to start reading it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
