import type { StreamEvent } from '#contract/platform/events.ts'
import type { Api } from '#web/api/api.ts'

const NAME = 'rungs-events'

/**
 * Follows the event stream with one connection for all tabs: browsers may allow only six connections to one host, so
 * six tabs would block all other requests. The tab that holds the lock reads the stream and passes the events on; when
 * it closes, the next tab takes over.
 */
export function followSharedEvents(api: Api, onEvent: (event: StreamEvent) => void, signal: AbortSignal): void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', (message: MessageEvent<StreamEvent>) => onEvent(message.data))
  signal.addEventListener('abort', () => channel.close(), { once: true })
  const read = () =>
    api.events((event) => {
      onEvent(event)
      channel.postMessage(event)
    }, signal)
  if ('locks' in navigator) navigator.locks.request(NAME, { signal }, read).catch(() => undefined)
  else void read()
}
