import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of all files below a folder, without tests, sorted. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && !path.includes('.test.'))
    .sort()
}
