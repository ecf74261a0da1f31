import type { DemoClient } from '../content/clients.ts'
import { idOf } from '../random.ts'

/** The id of a person or class of the demo at the client's provider. */
export function subjectOf(clientId: DemoClient['id'], key: string): string {
  return idOf(`${clientId} subject ${key}`)
}
