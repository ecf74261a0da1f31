import { SerializerSelector, type RouteDefinition, type Serializer } from '@fastify/fast-json-stringify-compiler'

const compile = SerializerSelector()()

/** An answer's serializer is made when it is first needed: making all of them is most of a start. */
export function serializerWhenNeeded(route: Omit<RouteDefinition, 'httpStatus'> & { httpStatus?: string }): Serializer {
  let serialize: Serializer | undefined
  return (data) => (serialize ??= compile({ httpStatus: '200', ...route }))(data)
}
