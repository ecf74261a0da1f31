import { expect, test } from 'vitest'
import cy from '#web/locales/desk/cy.json' with { type: 'json' }
import en from '#web/locales/desk/en.json' with { type: 'json' }

test('the log has texts for members who join and leave a group, and for coaches who are given one', () => {
  // an action without a text would be shown by its name
  for (const { desk } of [en, cy])
    expect(Object.keys(desk.log.actions)).toEqual(expect.arrayContaining(['enter-group', 'leave-group', 'take-group']))
})
