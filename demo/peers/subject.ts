import type { DemoClient } from '../content/clients.ts'
import { idOf } from '../random.ts'

/** The id (subject) that a person or group of the demo has at the client's simulated provider. */
export function subjectOf(clientId: DemoClient['id'], key: string): string {
  return idOf(`${clientId} subject ${key}`)
}
