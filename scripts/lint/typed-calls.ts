// A rule for oxlint: no part of `web` but `web/api` says of which type a reply is. Method and path say it
// (`web/api/route-types.ts`).
import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]

/** The part of a syntax tree's node that is read here. */
interface Node {
  type: string
  name?: unknown
  object?: Node
  property?: Node
  callee?: Node
  argument?: unknown
}

/** Whether it is the call of a method of `api`, such as `api.get(…)` or `services.api.get(…)`, awaited or not. */
function isApiCall(node: Node): boolean {
  if (node.type === 'AwaitExpression') return isApiCall(node.argument as Node)
  const owner = node.type === 'CallExpression' ? node.callee?.object : undefined
  return owner?.name === 'api' || owner?.property?.name === 'api'
}

const message = 'the type of a reply follows from method and path'

const typedCalls: Rule = {
  create: (context) => ({
    CallExpression(node) {
      if (isApiCall(node) && node.typeArguments) context.report({ node, message })
    },
    TSAsExpression(node) {
      if (isApiCall(node.expression)) context.report({ node, message })
    },
  }),
}

export default { meta: { name: 'rungs' }, rules: { 'typed-calls': typedCalls } }
