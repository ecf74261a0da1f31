import { SerializerSelector, type RouteDefinition, type Serializer } from '@fastify/fast-json-stringify-compiler'

const compile = SerializerSelector()()
/** By the schema of the answer: whoever opens the application again in one process, as the device model does, has them. */
const made = new WeakMap<object, Serializer>()

/** An answer's serializer is made when it is first needed: making all of them is most of a start. */
export function serializerWhenNeeded(route: Omit<RouteDefinition, 'httpStatus'> & { httpStatus?: string }): Serializer {
  const schema = route.schema as object
  return (data) => {
    let serialize = made.get(schema)
    if (!serialize) made.set(schema, (serialize = compile({ httpStatus: '200', ...route })))
    return serialize(data)
  }
}
