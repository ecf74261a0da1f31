import type { StreamEvent } from '#contract/platform/events.ts'

function isEvent(value: unknown): value is StreamEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Parses the complete lines of the text; returns their events and the incomplete rest. Other lines are ignored. */
export function readEvents(text: string): { events: StreamEvent[]; rest: string } {
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  const events = lines.flatMap((line): StreamEvent[] => {
    if (!line.startsWith('data:')) return []
    try {
      const value: unknown = JSON.parse(line.slice('data:'.length))
      return isEvent(value) ? [value] : []
    } catch {
      return []
    }
  })
  return { events, rest }
}

/**
 * Passes on the events of an open stream until it ends. EventSource is not used, because it cannot send a bearer token.
 */
export async function followStream(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const { events, rest } = readEvents(pending + decoder.decode(value, { stream: true }))
    pending = rest
    for (const event of events) onEvent(event)
  }
}
