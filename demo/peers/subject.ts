import type { DemoClient } from '../content/clients.ts'
import { idOf } from '../random.ts'

/** Who, or which class, something of the demo is at the client's provider. */
export function subjectOf(clientId: DemoClient['id'], key: string): string {
  return idOf(`${clientId} subject ${key}`)
}
