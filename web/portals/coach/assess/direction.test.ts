import { describe, expect, test } from 'vitest'
import { keyDirection, swipeDirection } from './direction.ts'

const noModifier = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false }

describe('a swipe', () => {
  const start = { x: 200, y: 400, at: 0 }
  test('to the left leads to the next child or skill, to the right to the previous one', () => {
    expect(swipeDirection(start, { x: 100, y: 410, at: 200 })).toBe(1)
    expect(swipeDirection(start, { x: 300, y: 390, at: 200 })).toBe(-1)
  })
  test('is neither a tap, nor a scroll, nor a slow drag', () => {
    expect(swipeDirection(start, { x: 160, y: 400, at: 100 })).toBeNull()
    expect(swipeDirection(start, { x: 100, y: 500, at: 200 })).toBeNull()
    expect(swipeDirection(start, { x: 100, y: 400, at: 900 })).toBeNull()
  })
})

describe('an arrow key', () => {
  test('steps sideways only, and leaves the browser its own combinations', () => {
    expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'a'].map((key) => keyDirection({ ...noModifier, key }))).toEqual([
      -1,
      1,
      null,
      null,
    ])
    expect(keyDirection({ ...noModifier, key: 'ArrowLeft', altKey: true })).toBeNull()
  })
})
