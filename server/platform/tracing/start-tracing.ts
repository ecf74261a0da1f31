import { setTimeout as pause } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'

/** A collector that does not answer must not hold up the end of a server. */
const LAST_SPANS_MS = 3_000

/**
 * Sends spans to the OpenTelemetry collector at this address, by OTLP over HTTP, and returns the function that sends what
 * is left and ends it. The packages for it are loaded only here. Other settings, such as the share of requests that is
 * traced, are the variables of OpenTelemetry.
 */
export async function startTracing(endpoint: string): Promise<() => Promise<void>> {
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'rungs' }),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })),
    ],
  })
  provider.register()
  return async () => {
    await Promise.race([provider.shutdown().catch(() => {}), pause(LAST_SPANS_MS, undefined, { ref: false })])
    for (const api of [trace, context, propagation]) api.disable()
  }
}
