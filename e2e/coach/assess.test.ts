import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/content/clients.ts'
import { violations } from '../accessible.ts'
import { visit, Watch } from '../browser.ts'
import { outbox } from '../offline/device.ts'
import { call } from '../running-server.ts'
import { browser, server, startServerAndBrowser } from '../server-and-browser.ts'

/** The least height and width of a button for touch, in CSS pixels. */
const MIN_TOUCH_PX = 44

startServerAndBrowser()

/** A phone and a tablet with a wide screen, used by two coaches of one group. */
let phone: Page
let wide: Page
const watch = new Watch()

beforeAll(async () => {
  phone = (await visit(browser, server, 'coach', 'coach', watch, 390)).page
  wide = (await visit(browser, server, 'coach', 'coach2', watch, 1180)).page
  for (const page of [phone, wide]) {
    await page.getByRole('button', { name: /^Up to date/ }).waitFor()
    await page.getByRole('link', { name: 'Dolphins' }).first().click()
    await page.getByRole('heading', { name: 'Dolphins', level: 1 }).waitFor()
  }
})

/**
 * The chosen grade beside this name, empty without a grade. The name is a skill's on a member's page, and a member's on
 * a skill's page.
 */
const chosenGrade = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true }).locator('[aria-pressed=true]').allTextContents()
const setOffline = (page: Page, offline: boolean) => page.context().setOffline(offline)
/** The boxes of buttons that are too small for touch. */
const smallControls = async (page: Page) => {
  const boxes = await Promise.all(
    (await page.locator('main button:visible, main a.btn:visible').all()).map((control) => control.boundingBox()),
  )
  return boxes.filter((box) => box && (box.height < MIN_TOUCH_PX || box.width < MIN_TOUCH_PX))
}

describe('on a member’s page on a phone, without network,', () => {
  test('one tap passes all open skills and with them the level, and one undo takes it back', async () => {
    // no text of the header is cut off, and each has one line
    const clippedTexts = `[...document.querySelectorAll('.band .clip')].filter((element) =>
      element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight ||
      element.clientHeight > 2 * parseFloat(getComputedStyle(element).fontSize)
    ).map((element) => element.textContent)`
    await phone.getByText('Stage 4, Stage 5', { exact: true }).waitFor()
    await phone.getByText('Learner pool', { exact: true }).waitFor()
    expect(await phone.evaluate(clippedTexts)).toEqual([])

    await phone.getByRole('link', { name: 'Zofia Wójcik' }).click()
    await phone.getByRole('button', { name: /^Pass all \d+ open skills$/ }).waitFor()
    await setOffline(phone, true)
    expect(await chosenGrade(phone, 'Backstroke, 10 m')).toEqual([])

    const passAll = phone.getByRole('button', { name: /^Pass all \d+ open skills$/ })
    await passAll.press('Enter')
    await expect.poll(() => chosenGrade(phone, 'Backstroke, 10 m')).toEqual(['Pass'])
    await phone.getByText('Zofia has passed Stage 4').waitFor()
    // the chosen grade is filled, as a rung of a passed skill is
    const backstroke = phone.getByRole('group', { name: 'Backstroke, 10 m', exact: true })
    const fillOf = (grade: string) =>
      backstroke
        .getByRole('button', { name: grade })
        .evaluate((button) => button.ownerDocument.defaultView?.getComputedStyle(button).backgroundColor)
    expect(await fillOf('Pass')).not.toBe(await fillOf('Good'))
    // nothing is left to pass; the button is disabled, but stays until it loses the focus
    await expect.poll(() => passAll.and(phone.locator(':focus')).isDisabled()).toBe(true)
    await phone.getByRole('button', { name: 'Undo' }).focus()
    await passAll.waitFor({ state: 'detached' })
    // one mark for each skill that was open: Zofia lacks six
    await expect.poll(async () => (await outbox(phone))['pending']).toBe(6)

    await phone.getByRole('button', { name: 'Undo' }).click()
    await phone.getByText('6 skills to go').waitFor()
    // there was no grade before, and "N/A" would be one
    await expect.poll(() => chosenGrade(phone, 'Backstroke, 10 m')).toEqual([])
  })

  test('a dialog names what a level lacks, and a coach may pass it and take the pass back all the same', async () => {
    await phone.getByRole('button', { name: 'Why is Stage 4 not passed?' }).click()
    const dialog = phone.getByRole('dialog')
    // the undone marks count for nothing
    await dialog.getByText('4 of 10 that are needed are complete.').waitFor()
    await expect.poll(() => dialog.getByRole('listitem').allTextContents()).toContain('Backstroke, 10 m')
    expect(await violations(phone)).toEqual([])
    await phone.keyboard.press('Escape')

    // the coach passes the level all the same
    await phone.getByRole('button', { name: 'Change the pass of Stage 4' }).click()
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Pass Stage 4' }).click()
    await phone.getByText('Zofia has passed Stage 4, by the coach’s decision').waitFor()
    await phone.getByRole('button', { name: 'Why is Stage 4 not passed?' }).waitFor({ state: 'detached' })

    // the coach takes the pass back
    await phone.getByRole('button', { name: 'Change the pass of Stage 4' }).click()
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Remove the pass of Stage 4' }).click()
    await phone.getByText('6 skills to go').waitFor()
  })

  test('a skill of another level can be assessed too, and stays chosen on other pages', async () => {
    await phone.getByRole('button', { name: 'Choose skills' }).click()
    const dialog = phone.getByRole('dialog')
    // a character that cannot be searched for
    await dialog.getByRole('searchbox').fill('50%')
    await dialog.getByText('Search with letters, digits, spaces').waitFor()

    await dialog.getByRole('searchbox').fill('back')
    await dialog.getByText(/skills? found/).waitFor()
    const button = dialog.getByRole('button', { name: /^Assess .* too$/ }).last()
    const title = ((await button.getAttribute('aria-label')) ?? '').replace(/^Assess (.*) too$/, '$1')
    await button.click()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    await phone.keyboard.press('Escape')
    await phone.getByRole('heading', { name: title, exact: true }).waitFor()

    await phone.getByRole('button', { name: 'Next: ' }).click()
    await phone.getByRole('heading', { name: title, exact: true }).waitFor()
    await phone.getByRole('button', { name: 'Previous: Zofia' }).click()
    await phone
      .getByRole('group', { name: title, exact: true })
      .getByRole('button', { name: 'Pass', exact: true })
      .click()
    await expect.poll(() => chosenGrade(phone, title)).toEqual(['Pass'])
  })

  test('every control is at least 44 pixels large, and there is no accessibility violation', async () => {
    expect(await smallControls(phone)).toEqual([])
    expect(await violations(phone)).toEqual([])
  })

  test('an element that gets the focus by keyboard is not covered by the bar at the bottom', async () => {
    const covered = () =>
      phone.evaluate<string>(`(() => {
        const { left, top, height } = document.activeElement.getBoundingClientRect()
        const topmost = document.elementFromPoint(left + 10, top + height / 2)
        return document.activeElement.contains(topmost) ? '' : document.activeElement.outerHTML
      })()`)
    await phone.getByRole('link', { name: 'History' }).focus()
    for (let n = 0; n < 30; n++) {
      await phone.keyboard.press('Tab')
      await expect.poll(covered).toBe('')
    }
  })

  test('all marks made without network reach the server when it returns', async () => {
    await setOffline(phone, false)
    await expect.poll(async () => (await outbox(phone))['pending'] ?? 0).toBe(0)
    expect((await outbox(phone))['dead'] ?? 0).toBe(0)
  })
})

describe('the history of a child', () => {
  const newestMark = (skill: string) => phone.locator('.marks > li').filter({ hasText: skill }).first()

  test('shows the marks that the server has, and takes back a mark made for the wrong child', async () => {
    const shownName = phone.locator('.who h2')
    const previousName = await shownName.textContent()
    await phone.getByRole('button', { name: 'Next: ' }).click()
    await expect.poll(() => shownName.textContent()).not.toBe(previousName)

    const name = (await shownName.textContent()) ?? ''
    const before = await chosenGrade(phone, 'Front crawl, 10 m')
    const group = phone.getByRole('group', { name: 'Front crawl, 10 m', exact: true })
    const mistaken = before[0] === 'Fair' ? 'Good' : 'Fair'
    await group.getByRole('button', { name: mistaken, exact: true }).click()

    await phone.getByRole('link', { name: 'History' }).click()
    await phone.getByRole('heading', { name, level: 1 }).waitFor()
    await expect.poll(() => newestMark('Front crawl, 10 m').textContent()).toContain(mistaken)
    await expect.poll(() => newestMark('Front crawl, 10 m').textContent()).toContain('You, ')
    // the tablet itself has made only one mark of this child
    await expect.poll(() => phone.locator('.marks > li').count()).toBeGreaterThan(5)

    await phone.getByRole('button', { name: `Remove: Front crawl, 10 m, ${mistaken}` }).click()
    await expect.poll(() => newestMark('Front crawl, 10 m').textContent()).not.toContain(mistaken)
    expect(await violations(phone)).toEqual([])
    expect(await smallControls(phone)).toEqual([])
    await phone.getByRole('link', { name: `Back to ${name}` }).click()
    await expect.poll(() => chosenGrade(phone, 'Front crawl, 10 m')).toEqual(before)
  })

  test('shows without network what the tablet knows, and takes back a waiting mark', async () => {
    await setOffline(phone, true)
    const group = phone.getByRole('group', { name: 'Backstroke, 10 m', exact: true })
    const before = await chosenGrade(phone, 'Backstroke, 10 m')
    await group.getByRole('button', { name: 'Pass', exact: true }).click()

    await phone.getByRole('link', { name: 'History' }).click()
    await phone.getByText('There is no network: this is what this tablet knows.').waitFor()
    await expect.poll(() => newestMark('Backstroke, 10 m').textContent()).toContain('Waits to be sent')
    await phone.getByRole('button', { name: 'Remove: Backstroke, 10 m, Pass' }).click()
    await expect.poll(() => newestMark('Backstroke, 10 m').textContent()).not.toContain('Pass')

    await phone.getByRole('link', { name: /^Back to/ }).click()
    await expect.poll(() => chosenGrade(phone, 'Backstroke, 10 m')).toEqual(before)
    await setOffline(phone, false)
    await expect.poll(async () => (await outbox(phone))['pending'] ?? 0).toBe(0)
  })
})

describe('on the page of a skill,', () => {
  /** Chooses a skill in the list that its title opens; returns what the list says beside the skill. */
  const chooseSkill = async (title: string): Promise<string> => {
    await phone.locator('.who h2').getByRole('button').click()
    const choice = phone.getByRole('dialog').getByRole('listitem').filter({ hasText: title }).first()
    const count = (await choice.locator('.count').textContent()) ?? ''
    await choice.getByRole('link').click()
    await phone.locator('.who h2').filter({ hasText: title }).waitFor()
    return count
  }

  test('an absent child is shown as absent, and one tap passes the children who are present', async () => {
    await phone.getByRole('link', { name: 'Back to Dolphins' }).click()
    await phone.getByRole('link', { name: 'Register' }).click()
    await phone.getByRole('button', { name: 'All present' }).click()
    await phone.getByRole('button', { name: /: Amara Okafor$/ }).click()
    await phone.getByText('7 here, 1 absent').waitFor()
    await phone.getByRole('link', { name: 'Back to Dolphins' }).click()

    // marking begins at the first skill that a child has not passed: all have passed the first one of Stage 4
    await phone.getByRole('link', { name: 'By skill' }).click()
    await phone.getByRole('button', { name: /^Pass \d present$/ }).waitFor()
    await phone.locator('.who h2').getByRole('button').click()
    await phone.getByRole('dialog').getByRole('listitem').filter({ hasText: 'All done' }).first().waitFor()
    expect(await violations(phone)).toEqual([])
    await phone.keyboard.press('Escape')

    // nobody works at Stage 5 yet; of the eight children one is absent
    expect(await chooseSkill('Breaststroke kick, 10 m')).toBe('7 of 7 open')
    await phone.getByRole('button', { name: 'Pass 7 present' }).click()
    await expect.poll(() => chosenGrade(phone, 'Kofi Mensah')).toEqual(['Pass'])
    expect(await chosenGrade(phone, 'Amara Okafor')).toEqual([])
    const rowOfAmara = phone.locator('.children > li').filter({ hasText: 'Amara Okafor' })
    expect(await rowOfAmara.textContent()).toContain('Absent')

    await phone.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => chosenGrade(phone, 'Kofi Mensah')).toEqual([])
  })

  test('a phone shows four children at once', async () => {
    await phone.setViewportSize({ width: 390, height: 844 })
    await phone.evaluate('scrollTo(0, 0)')
    const dockTop = (await phone.locator('.dock').boundingBox())?.y ?? 0
    const fourth = await phone.locator('.children > li').nth(3).boundingBox()
    expect((fourth?.y ?? 0) + (fourth?.height ?? 0)).toBeLessThanOrEqual(dockTop)
    expect(await smallControls(phone)).toEqual([])
  })

  test('an absent child’s own page says so and passes no skills together; it begins with an open skill near its top', async () => {
    await phone.getByRole('link', { name: 'Back to Dolphins' }).click()
    await phone.getByRole('link', { name: 'Amara Okafor' }).click()
    await phone.getByText('Amara is absent, so skills can only be marked one by one.').waitFor()
    expect(await phone.locator('.who').textContent()).toContain('Absent')
    expect(await phone.getByRole('button', { name: /^Pass all/ }).count()).toBe(0)

    // a child with a medical note has the most above the first grade
    await phone.getByRole('link', { name: 'Back to Dolphins' }).click()
    await phone.getByRole('link', { name: 'Idris Patel-Jones' }).click()
    const firstGrade = phone.locator('.grades button').first()
    await expect.poll(async () => (await firstGrade.boundingBox())?.y).toBeLessThanOrEqual(320)
    expect(await chosenGrade(phone, (await firstGrade.locator('..').getAttribute('aria-label')) ?? '')).not.toContain(
      'Pass',
    )

    // skills that were passed are behind one line
    const passed = phone.locator('.passed .skills')
    expect(await passed.isVisible()).toBe(false)
    await phone.getByText(/^\d skills done$/).click()
    await passed.waitFor()
    await phone.setViewportSize({ width: 390, height: 900 })
  })
})

describe('the grid', () => {
  /** Columns 0 to 9 are the skills of Stage 4, of which Backstroke is the last; column 10 says how many are to go. */
  const cell = (row: number, column: number) => wide.locator(`[data-cell="${row}-${column}"]`)

  test('is marked by keyboard without network: arrows, digits, Enter and undo', async () => {
    await wide.getByRole('link', { name: 'Grid' }).click()
    const grid = wide.getByRole('grid', { name: 'Marks of Stage 4' })
    await grid.waitFor()
    // eight members and ten skills, besides the row of headings, the names and the column "Progress"
    expect([await grid.getAttribute('aria-rowcount'), await grid.getAttribute('aria-colcount')]).toEqual(['9', '12'])
    await setOffline(wide, true)
    await cell(0, 0).click()

    // the arrow keys and End move the focus
    for (const key of ['ArrowDown', 'ArrowDown', 'End', 'ArrowLeft']) await wide.keyboard.press(key)
    await expect.poll(() => wide.locator(':focus').getAttribute('data-cell')).toBe('2-9')
    const before = await cell(2, 9).textContent()

    // digits give grades, Enter passes, an unknown digit changes nothing
    await wide.keyboard.press('2')
    await expect.poll(() => cell(2, 9).textContent()).toBe('Good')
    await wide.keyboard.press('Enter')
    await expect.poll(() => cell(2, 9).textContent()).toBe('Pass')
    await wide.keyboard.press('9')
    await expect.poll(() => cell(2, 9).textContent()).toBe('Pass')

    await wide.keyboard.press('Control+z')
    await expect.poll(() => cell(2, 9).textContent()).toBe('Good')
    await wide.keyboard.press('Control+z')
    await expect.poll(() => cell(2, 9).textContent()).toBe(before)
    // two grades and two undos
    await expect.poll(async () => (await outbox(wide))['pending']).toBe(4)
  })

  test('is marked by touch with the grades below it, and passes a complete level', async () => {
    // Beca lacks only this skill
    await cell(1, 9).click()
    const grades = wide.getByRole('group', { name: "Beca O'Connor, Backstroke, 10 m" })
    await grades.getByRole('button', { name: 'Pass', exact: true }).click()
    await expect.poll(() => cell(1, 9).textContent()).toBe('Pass')
    await expect.poll(() => cell(1, 10).textContent()).toBe('Passed')
    await setOffline(wide, false)
    await expect.poll(async () => (await outbox(wide))['pending'] ?? 0).toBe(0)
    expect((await outbox(wide))['dead'] ?? 0).toBe(0)
  })

  test('has names for screen readers and no accessibility violation', async () => {
    await wide.getByRole('button', { name: /^Up to date/ }).waitFor()
    await expect.poll(() => wide.getByRole('columnheader').allTextContents()).toContain('Progress')
    await expect.poll(() => wide.getByRole('rowheader', { name: /Amara Okafor/ }).count()).toBe(1)
    expect(await violations(wide)).toEqual([])
  })
})

describe('the printed grid', () => {
  test('is a landscape page with all columns and without the help for keys', async () => {
    await wide.getByRole('button', { name: 'Print the grid' }).waitFor()
    // so narrow that the screen draws only some of the columns
    await wide.setViewportSize({ width: 700, height: 900 })
    await expect.poll(() => wide.getByRole('columnheader').count()).toBeLessThan(12)
    await wide.emulateMedia({ media: 'print' })
    await wide.getByRole('heading', { name: 'Dolphins: Stage 4', level: 2 }).waitFor()
    // the names, ten skills and "To go"
    expect(await wide.getByRole('columnheader').count()).toBe(12)
    expect(await wide.getByRole('rowheader').count()).toBe(8)
    expect(await wide.locator('.keys').isVisible()).toBe(false)
    const paper = (await wide.pdf({ preferCSSPageSize: true })).toString('latin1')
    // A4 in landscape: 842 by 595 points
    expect([...paper.matchAll(/MediaBox \[0 0 (\d+)\S* (\d+)/g)].map(([, width, height]) => [width, height])).toEqual([
      ['841', '594'],
    ])
    await wide.emulateMedia({ media: null })
    await expect.poll(() => wide.locator('.paper-sheet').count()).toBe(0)
    await wide.setViewportSize({ width: 1180, height: 900 })
  })
})

describe('six custom grade labels', () => {
  /** Words of labels that are broken over two lines or do not fit. */
  const BROKEN_WORDS = `[...document.querySelectorAll('.grades button, [role=gridcell] > span:not(.sr)')].flatMap((element) => {
    const text = [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    return [...(text?.data ?? '').matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const { left, right } = range.getBoundingClientRect()
      const box = element.closest('button, [role=gridcell]').getBoundingClientRect()
      return range.getClientRects().length > 1 || left < box.left || right > box.right
    }).map(([word]) => word)
  })`
  /** Gives two skills scales of six grades, one of them with long labels, as an author does. */
  const GIVE_SCALES = `(async () => {
    const { token } = JSON.parse(localStorage.getItem('rungs.session'))
    const call = async (path, body) => {
      const reply = await fetch('/v1' + path, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: 'Bearer ' + token, 'x-request-id': crypto.randomUUID(), 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!reply.ok) throw new Error(await reply.text())
      return reply.json()
    }
    const { revision } = await call('/curriculum/swim?raw=1')
    const en = ['Not observed', 'Developing', 'Commended', 'Independently', 'Consistently', 'Outstanding']
    const cy = ['Heb ei arsylwi', 'Yn datblygu', 'Canmoladwy', 'Yn annibynnol', 'Rhagorol', 'Eithriadol']
    const now = { pass: 3, labels: { en, cy } }
    await call('/curriculum/swim/edits', {
      base: revision,
      edits: [
        { do: 'set-settings', settings: [{ what: 'grade', id: '6', was: { pass: 3, labels: null }, now }] },
        { do: 'set', id: '/stage-4/backstroke-10-m', set: { grade: 6 } },
        { do: 'set', id: '/stage-4/front-crawl-10-m', set: { grade: 5 } },
      ],
    })
  })()`

  test('are not broken inside a word at any width, and every grade button is at least 44 pixels large', async () => {
    const author = await visit(browser, server, 'scheme', 'scheme', watch)
    await author.page.getByRole('link', { name: 'Swim' }).first().waitFor()
    await author.page.evaluate(GIVE_SCALES)
    await author.context.close()

    // the phone shows the page of a member, from which the group's other pages differ by their last parts
    const memberPath = new URL(phone.url()).pathname.replace(/\/member\/.*$/, '/member')
    const { page, context } = await visit(browser, server, 'coach', 'coach', watch, 390)
    for (const [path, label] of [
      [memberPath, 'Independently'],
      [memberPath.replace(/member$/, 'skill/stage-4/backstroke-10-m'), 'Outstanding'],
      [memberPath.replace(/member$/, 'grid'), 'Outstanding'],
    ] as const) {
      await page.goto(server.url('coach', path))
      if (path.endsWith('grid')) {
        await page.setViewportSize({ width: 820, height: 900 })
        // to the last skill of the first member
        await page.locator('[data-cell="0-0"]').click()
        await page.keyboard.press('End')
        await page.keyboard.press('ArrowLeft')
      }
      await page.getByRole('button', { name: label, exact: true }).first().click()
      for (const width of path.endsWith('grid') ? [820, 1180, 1440] : [320, 390, 820, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => page.evaluate(BROKEN_WORDS), { message: `${path} at ${width}` }).toEqual([])
        expect(await smallControls(page)).toEqual([])
      }
    }
    await context.close()
  })
})

test('a mark for a past session counts for its day', async () => {
  await phone.getByRole('link', { name: 'Back to Dolphins' }).click()
  // option 0 is today
  await phone.getByLabel('Session date').selectOption({ index: 3 })
  await phone.getByRole('link', { name: 'Tomos Gruffydd' }).click()
  await phone.getByText(/^Marks count for /).waitFor()
  const group = phone.getByRole('group', { name: 'Backstroke, 10 m', exact: true })
  await group.getByRole('button', { name: 'Good', exact: true }).click()
  await expect.poll(() => chosenGrade(phone, 'Backstroke, 10 m')).toEqual(['Good'])
  await phone.getByRole('link', { name: 'History' }).click()
  await expect
    .poll(() => phone.locator('.marks > li').filter({ hasText: 'Backstroke' }).first().textContent())
    .toMatch(/counts for \w{3} \w{3} \d+(?:st|nd|rd|th)/)
})

test('three flags of the club show and hide the pass-all button, the current level and the percentage', async () => {
  const login = { client_id: 'aquila', type: 'ngo', email: 'scheme@aquila.example', password: DEMO_PASSWORD }
  const { body } = await call(server, 'scheme', '/v1/auth/login', { body: login })
  const { token } = body as { token: string }
  const clubs = (await call(server, 'scheme', '/v1/clubs', { token })).body as { id: string; name: string }[]
  const clubId = clubs.find(({ name }) => name === 'Harbour')?.id ?? ''
  // without the part behind the member's id, which is that of the history
  const memberPath = new URL(phone.url()).pathname.replace(/(\/member\/[\w-]+).*$/, '$1')

  /** Sets the flags of the club; returns what a coach who logs in then sees. */
  const shownWithFlags = async (on: boolean) => {
    const features = { SHOW_PASS_ALL_BUTTON: on, SHOW_CURRENT_LEVEL: on, SHOW_PERCENTAGE_COMPLETE: on }
    const reply = await call(server, 'scheme', `/v1/clubs/${clubId}/features`, {
      method: 'PUT',
      token,
      body: { features },
    })
    expect(reply.status).toBe(200)
    const { page, context } = await visit(browser, server, 'coach', 'coach', watch, 390)
    await page.goto(server.url('coach', memberPath))
    await page.getByRole('button', { name: 'Stage 4', exact: true }).waitFor()
    // the current level stands beside the member's name
    const legend = (await page.locator('.who .small').first().textContent()) ?? ''
    const shown = {
      passAll: await page.getByRole('button', { name: /^Pass all \d+ open skill/ }).count(),
      level: legend.includes('Stage'),
      percent: await page.getByText(/^\d+% complete$/).count(),
      // the one or the other
      toGo: await page.getByText(/skills? to go$/).count(),
    }
    await context.close()
    return shown
  }
  expect(await shownWithFlags(true)).toEqual({ passAll: 1, level: true, percent: 1, toGo: 0 })
  expect(await shownWithFlags(false)).toEqual({ passAll: 0, level: false, percent: 0, toGo: 1 })
})

test('the pages logged no errors', () => {
  // the browser logs each request that fails without network
  expect(watch.problems.filter((problem) => !problem.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})
