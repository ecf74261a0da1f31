// `node scripts/icons.ts` draws the icons of installed portals into web/ui/icons/: for each theme, its logo on its
// brand colour.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { openBrowser } from '#e2e/browser.ts'
import { lookOf } from '#server/platform/mail/look.ts'

const sizes = [192, 512] as const
/**
 * The width of the logo as a share of the icon's width. Systems may show only a circle of four fifths of the icon's
 * width; a logo of this size fits into that circle.
 */
const LOGO_SHARE = 0.56

const logos = readdirSync('web/ui/themes').filter((name) => name.endsWith('.svg'))

const browser = await openBrowser()
const page = await browser.newPage()
const draw = async (name: string, svg: string) => {
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    const sizedLogo = svg.replace('<svg ', `<svg width="${size * LOGO_SHARE}" height="${size * LOGO_SHARE}" `)
    await page.setContent(
      `<body style="margin:0;block-size:100vh;display:grid;place-items:center;background:${lookOf(name).brand}">${sizedLogo}</body>`,
    )
    writeFileSync(`web/ui/icons/${name}-${size}.png`, await page.screenshot())
  }
}
for (const file of logos) await draw(file.replace('.svg', ''), readFileSync(`web/ui/themes/${file}`, 'utf8'))
await browser.close()
