import { expect, test } from 'vitest'
import { treeOf } from '#domain/curriculum/tree.ts'
import { node } from '../testing/author-node.ts'
import { levelOf, madeChildren } from './made-children.ts'

const GRADES = [{ grade: 4, pass: 4 }]
const skills = ['a', 'b', 'c', 'd', 'e'].map((name) => node(`/one/g/${name}`, '/one/g', 's'))
const level = node('/one', null, 'l')
const tree = treeOf([level, node('/one/g', '/one', 'sg'), ...skills, node('/two', null, 'l')])

test('the made children are at the beginning, half way, one skill short and through, by the engine', () => {
  const children = madeChildren(tree, level, GRADES, 1)
  expect(children.map(({ progress }) => progress.state)).toEqual(['open', 'open', 'open', 'passed'])
  expect(children.map(({ progress }) => progress.skills.done)).toEqual([0, 3, 4, 5])
  expect(children.map(({ progress }) => progress.toGo)).toEqual([5, 2, 1, 0])
})

test('a rule that is changed in the tree changes who is through', () => {
  const eased = { ...level, completion: { ids: skills.map(({ id }) => id), count: 3 } }
  const children = madeChildren(treeOf([eased, ...[...tree.nodes.values()].slice(1)]), eased, GRADES, 1)
  expect(children.map(({ progress }) => progress.state)).toEqual(['open', 'passed', 'passed', 'passed'])
})

test('a skill is shown at its level, and a level without skills has no children', () => {
  const [skill] = skills
  expect(skill && levelOf(tree, skill).id).toBe('/one')
  const empty = tree.nodes.get('/two')
  expect(empty && madeChildren(tree, empty, GRADES, 1)).toEqual([])
})
