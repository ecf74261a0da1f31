import { context, SpanKind, SpanStatusCode, trace, type Context, type Span } from '@opentelemetry/api'

// The spans of a request and of its statements. Without `startTracing` they are empty objects.

const tracer = trace.getTracer('rungs')

/** Runs a statement of a request in a span with its name. Its text and values are not in it. */
export async function inStatementSpan<T>(name: string, run: () => Promise<T>): Promise<T> {
  // outside a request, as in the rounds of the workers, each statement would be a trace of its own
  if (!trace.getActiveSpan()) return run()
  const span = tracer.startSpan(name, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': name },
  })
  try {
    return await run()
  } catch (error) {
    // the message of an error can hold values
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}

/** The span of a request, which begins a trace: what a browser sends as its own trace is not read. */
export function startRequestSpan(method: string, route: string): Span {
  return tracer.startSpan(`${method} ${route}`, {
    root: true,
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': method, 'http.route': route },
  })
}

/** Ends the span of a request; ids of client and user, never names or addresses. */
export function endRequestSpan(
  span: Span,
  status: number,
  { clientId, userId }: { clientId?: string; userId?: string },
): void {
  span.setAttribute('http.response.status_code', status)
  if (clientId !== undefined) span.setAttribute('rungs.client', clientId)
  if (userId !== undefined) span.setAttribute('rungs.user', userId)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

/** Runs what belongs to a span, so that spans that begin in it are its children. */
export function withinSpan<T>(span: Span, run: () => T): T {
  const inner: Context = trace.setSpan(context.active(), span)
  return context.with(inner, run)
}
