/** Writes a size as `1.4 MB` or `820 kB`: at least 1 kB unless it is 0, and with one decimal only below 10 MB. */
export function fileSize(bytes: number): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kB'] : [bytes / (1024 * 1024), 'MB']
  const shown =
    value < 10 && unit === 'MB' ? Math.round(value * 10) / 10 : Math.max(bytes === 0 ? 0 : 1, Math.round(value))
  return `${shown}\u00A0${unit}`
}
