import { SerializerSelector, type RouteDefinition, type Serializer } from '@fastify/fast-json-stringify-compiler'

const compile = SerializerSelector()()
/**
 * The compiled serializers, by response schema. Tests that create the application repeatedly in one process reuse them.
 */
const serializers = new WeakMap<object, Serializer>()

/**
 * Compiles the serializer of a response when it is first used. Compiling all of them would take most of the start time.
 */
export function serializerWhenNeeded(route: Omit<RouteDefinition, 'httpStatus'> & { httpStatus?: string }): Serializer {
  const schema = route.schema as object
  return (data) => {
    let serialize = serializers.get(schema)
    // the compiler's type requires a status, which it ignores
    if (!serialize) serializers.set(schema, (serialize = compile({ httpStatus: '200', ...route })))
    return serialize(data)
  }
}
