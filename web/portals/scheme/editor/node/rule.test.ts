import { describe, expect, it } from 'vitest'
import { treeOf } from '#domain/curriculum/tree.ts'
import { ruleOf, withCount, withList } from './rule.ts'
import { node } from '../testing/author-node.ts'

const level = node('/a', null, 'l')
const ids = ['/a/x', '/a/y', '/a/z']
const tree = treeOf([level, ...ids.map((id) => node(id, '/a', 's')), node('/b', null, 'l')])

describe('a rule', () => {
  it('covers all children by default', () => {
    expect(ruleOf(tree, level)).toEqual({ ids, count: 3, isDefault: true })
    expect(withCount(tree, level, 3)).toEqual({ completion: null })
  })
  it('names the current children when its count is changed, which stays between one and all of them', () => {
    expect(withCount(tree, level, 2)).toEqual({ completion: { ids, count: 2 } })
    expect(withCount(tree, level, 0)).toEqual({ completion: { ids, count: 1 } })
    expect(withCount(tree, level, 9)).toEqual({ completion: null })
  })
  it('needs all nodes of a new list if it needed all before, and else keeps its count if the list allows it', () => {
    expect(withList(tree, level, ['/a/x', '/b'])).toEqual({ completion: { ids: ['/a/x', '/b'], count: 2 } })
    const twoOfThree = { ...level, completion: { ids, count: 2 } }
    expect(withList(tree, twoOfThree, ['/a/x'])).toEqual({ completion: { ids: ['/a/x'], count: 1 } })
    expect(withList(tree, twoOfThree, [...ids, '/b'])).toEqual({ completion: { ids: [...ids, '/b'], count: 2 } })
    expect(withList(tree, twoOfThree, [])).toEqual({ completion: null })
  })
})
