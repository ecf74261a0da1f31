import type { StreamEvent } from '#contract/platform/events.ts'

function isEvent(value: unknown): value is StreamEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Takes whole lines out of what has arrived; answers their events and what is left over. Comments and unknown lines fall away. */
export function readEvents(text: string): { events: StreamEvent[]; rest: string } {
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  const events = lines.flatMap((line): StreamEvent[] => {
    if (!line.startsWith('data:')) return []
    try {
      const value: unknown = JSON.parse(line.slice(5))
      return isEvent(value) ? [value] : []
    } catch {
      return []
    }
  })
  return { events, rest }
}

/** Hands on the events of an open stream until it ends. EventSource is not used: it can send no bearer token. */
export async function followStream(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let waiting = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const { events, rest } = readEvents(waiting + decoder.decode(value, { stream: true }))
    waiting = rest
    for (const event of events) onEvent(event)
  }
}
