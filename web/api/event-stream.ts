import type { StreamEvent } from '#contract/platform/events.ts'

function isEvent(value: unknown): value is StreamEvent {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * Parses the complete lines of the text; returns their events and the incomplete rest. `retryMs` is the pause that the
 * server asks for before the stream is opened again, null when it does not say. Other lines are ignored.
 */
export function readEvents(text: string): { events: StreamEvent[]; retryMs: number | null; rest: string } {
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  const retry = lines.find((line) => /^retry: ?\d+$/.test(line))
  const events = lines.flatMap((line): StreamEvent[] => {
    if (!line.startsWith('data:')) return []
    try {
      const value: unknown = JSON.parse(line.slice('data:'.length))
      return isEvent(value) ? [value] : []
    } catch {
      return []
    }
  })
  return { events, retryMs: retry === undefined ? null : Number(retry.slice('retry:'.length)), rest }
}

/**
 * Passes on the events of an open stream until it ends; returns the pause that the server asked for. EventSource is not used, because it cannot send a bearer token.
 */
export async function followStream(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: StreamEvent) => void,
): Promise<number | null> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  let pauseMs: number | null = null
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return pauseMs
    const { events, retryMs, rest } = readEvents(pending + decoder.decode(value, { stream: true }))
    pending = rest
    pauseMs = retryMs ?? pauseMs
    for (const event of events) onEvent(event)
  }
}
