import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { Value } from 'typebox/value'
import { ContentType, type ContentSection } from '#contract/curriculum/schemes.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'
import { ContentSections } from './content-sections.tsx'
import { FileUrls } from './stored-file.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: {} })
})

/** The HTML of a node's content that has one section. */
function htmlOf(type: ContentSection['type'], value: string, title = 'Heading'): string {
  return renderToStaticMarkup(<ContentSections sections={[{ title, type, value }]} onNode={() => undefined} />)
}

describe('content of a node [3.14]', () => {
  test('has eight types', () => {
    const types = ['title', 'text', 'warning', 'tags', 'files', 'video', 'link', 'text-no-link']
    for (const type of types) expect(Value.Check(ContentType, type), type).toBe(true)
    expect(ContentType.anyOf.map((type) => type.const).toSorted()).toEqual(types.toSorted())
  })

  test('of type title is a heading; text and text-no-link have their text below a heading; a warning is an alert', () => {
    expect(htmlOf('title', 'Ears in', '')).toMatch(/^<h3>Ears in<\/h3>$/)
    for (const type of ['text', 'text-no-link'] as const)
      expect(htmlOf(type, 'Breathe out')).toMatch(/<h3>Heading<\/h3><p[^>]*>Breathe out<\/p>/)
    const warning = htmlOf('warning', 'Deep water')
    // `bad` is the class of the most urgent kind of alert
    expect(warning).toMatch(/class="[^"]*bad/)
    expect(warning).toMatch(/<b>Heading<\/b>.*Deep water/)
  })

  test('of type tags has one chip with the name of each tag', () => {
    const chips = [...htmlOf('tags', 'float, on the back').matchAll(/>([^<]+)<\/span>/g)].map(([, name]) => name)
    expect(chips).toEqual(['float', 'on the back'])
  })

  test('of type link is a bullet list of its comma-separated values; an invalid address is shown as text', () => {
    const html = htmlOf('link', 'https://a.example/x, mailto:us@b.example ,/stage-1/float,, javascript:x')
    const items = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, item = '']) => item)
    expect(html).toContain('<h3>Heading</h3><ul class="bullets"><li>')
    expect(items).toHaveLength(4)
    expect(items[0]).toMatch(/^<a href="https:\/\/a\.example\/x"[^>]*>a\.example\/x<\/a>$/)
    expect(items[1]).toMatch(/^<a href="mailto:us@b\.example"[^>]*>us@b\.example<\/a>$/)
    expect(items[2]).toMatch(/^<button[^>]*>float<\/button>$/)
    expect(items[3]).toBe('javascript:x')
    expect(htmlOf('link', 'https://a.example').match(/<li>/g)).toHaveLength(1)
  })

  test.each(['gif', 'jpg', 'jpeg', 'png', 'svg', 'PNG'])(
    'of type files shows a .%s as a picture with its title',
    (extension) => {
      const location = `https://a.example/legs.${extension}`
      expect(htmlOf('files', location)).toContain(`<img src="${location}" alt="Heading"/>`)
    },
  )

  // an address that ends with a slash names no picture
  test.each(['webp', 'bmp', 'pdf', 'png.pdf', 'xpng/', 'docx'])('of type files links a .%s', (extension) => {
    const html = htmlOf('files', `https://a.example/legs.${extension}`)
    expect(html).not.toContain('<img')
    expect(html).toContain(`<a href="https://a.example/legs.${extension}"`)
  })

  test('of type files has each file by location and filename, under their title', () => {
    // static HTML loads no file, so both may have one id
    const id = crypto.randomUUID()
    const [first, second] = ['Legs 1.pdf', 'Legs 2.pdf'].map((name) => storedAddress({ id, name }))
    const html = renderToStaticMarkup(
      <FileUrls value={null}>
        <ContentSections
          sections={[{ title: 'Sheets', type: 'files', value: `${first}, ${second}` }]}
          onNode={() => undefined}
        />
      </FileUrls>,
    )
    expect(html).toMatch(/<h3>Sheets<\/h3>.*Legs-1\.pdf.*Legs-2\.pdf/)
  })

  test('of type video links each video by its address', () => {
    const html = htmlOf('video', 'https://films.example/1, https://films.example/2')
    expect([...html.matchAll(/<a href="([^"]*)"/g)].map(([, url]) => url)).toEqual([
      'https://films.example/1',
      'https://films.example/2',
    ])
  })
})
