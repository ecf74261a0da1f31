// `node scripts/icons.ts` draws the icons of installed portals, a theme's logo on its brand colour, into web/ui/icons/.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { openBrowser } from '#e2e/browser.ts'
import { lookOf } from '#server/platform/mail/look.ts'

const sizes = [192, 512] as const
/**
 * The size of the logo in an icon: systems may cut off all but a circle over the middle four fifths, which it fits
 * into.
 */
const LOGO = 0.56

const logos = readdirSync('web/ui/themes').filter((name) => name.endsWith('.svg'))

const browser = await openBrowser()
const page = await browser.newPage()
const draw = async (name: string, svg: string) => {
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    const sized = svg.replace('<svg ', `<svg width="${size * LOGO}" height="${size * LOGO}" `)
    await page.setContent(
      `<body style="margin:0;block-size:100vh;display:grid;place-items:center;background:${lookOf(name).brand}">${sized}</body>`,
    )
    writeFileSync(`web/ui/icons/${name}-${size}.png`, await page.screenshot())
  }
}
for (const file of logos) await draw(file.replace('.svg', ''), readFileSync(`web/ui/themes/${file}`, 'utf8'))
await browser.close()
