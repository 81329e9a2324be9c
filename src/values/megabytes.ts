/** A number of bytes as people read it: `1,234 MB`, rounded up. */
export const megabytes = (bytes: number): string =>
  `${Math.ceil(bytes / 1_000_000).toLocaleString('en-US')} MB`
