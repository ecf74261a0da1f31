/** `1.4 MB`, `820 kB`: never 0 but for nothing, and one digit after the point only below ten. */
export function fileSize(bytes: number): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, 'kB'] : [bytes / (1024 * 1024), 'MB']
  const shown =
    value < 10 && unit === 'MB' ? Math.round(value * 10) / 10 : Math.max(bytes === 0 ? 0 : 1, Math.round(value))
  return `${shown}\u00A0${unit}`
}
