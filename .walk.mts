import { chromium } from 'playwright-core'
import { chromiumPath, chromiumArgs } from '#e2e/browser.ts'
const width = Number(process.argv[3] ?? 1440)
const files = process.argv[2].split(',')
const run = process.argv[4] === 'run'
const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...chromiumArgs] })
const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' })
const page = await context.newPage()
const base = 'http://club.aquila.localhost:4471'
await page.goto(base)
await page.getByLabel('E-mail').fill('admin@aquila.example')
await page.getByLabel('Password', { exact: true }).fill('Rungs-demo-1!')
await page.getByRole('button', { name: 'Log in' }).click()
await page.getByRole('button', { name: 'Decline' }).click()
await page.waitForURL((url) => url.pathname !== '/login')
const shot = (n: string) => page.screenshot({ path: `/tmp/arrive-tmp/${n}-${width}.png` })
for (const file of files) {
  const t0 = Date.now()
  await page.goto(base + '/members/import')
  await page.locator('input[type=file]').setInputFiles('/tmp/arrive-tmp/files/' + file)
  await page.getByRole('button', { name: 'Match the columns' }).waitFor({ timeout: 60000 })
  console.log('==', file, 'read', Date.now() - t0, 'ms', await page.locator('.import-foot').innerText())
  await shot(file + '-1file')
  await page.getByRole('button', { name: 'Match the columns' }).click()
  await page.locator('.columns-table').waitFor()
  await page.waitForTimeout(500)
  for (const row of await page.locator('.columns-table tbody tr').all()) {
    const name = await row.locator('td').first().innerText()
    const value = await row.locator('select').evaluate((s: HTMLSelectElement) => s.selectedOptions[0]?.label)
    console.log('   ', JSON.stringify(name), '→', value)
  }
  console.log('  foot:', (await page.locator('.import-foot').innerText()).replaceAll('\n', ' | '))
  const wide = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth, ...[...document.querySelectorAll('.scroll')].map((e) => e.scrollWidth - e.clientWidth)])
  console.log('  widths', wide)
  await shot(file + '-2columns')
  const next = page.getByRole('button', { name: 'Match the values' })
  if (await next.count() === 0) { console.log('  STOP: columns missing'); continue }
  await next.click()
  await page.locator('.values').waitFor({ timeout: 60000 })
  await page.waitForTimeout(300)
  await shot(file + '-3values')
  console.log('  values foot:', (await page.locator('.import-foot').innerText()).replaceAll('\n', ' | '))
  for (const s of await page.locator('.values [aria-invalid]').all()) console.log('    open:', await s.getAttribute('aria-label'))
  const create = page.getByRole('button', { name: /^Create \d+ group/ })
  if (await create.count() > 0) { await create.click(); }
  const order = page.locator('.date-question select')
  if (await order.count() > 0) { console.log('  date question'); await order.selectOption('day') }
  await page.waitForTimeout(200)
  console.log('  values foot:', (await page.locator('.import-foot').innerText()).replaceAll('\n', ' | '))
  await page.getByRole('button', { name: 'Check the rows' }).click()
  await page.locator('.import-table').waitFor({ timeout: 60000 })
  await page.waitForTimeout(800)
  console.log('  rows:', (await page.locator('nav.views, .views, [role=tablist], .view-tabs').first().innerText().catch(() => '?')).replaceAll('\n', ' '))
  console.log('  foot:', (await page.locator('.import-foot').innerText()).replaceAll('\n', ' | '))
  for (const p of (await page.locator('.import-table .problems').allInnerTexts()).slice(0, 4)) console.log('    problem:', p.replaceAll('\n', ' '))
  for (const p of (await page.locator('.alike li').allInnerTexts()).slice(0, 8)) console.log('    alike:', p.replaceAll('\n', ' '))
  await shot(file + '-4rows')
  console.log('  time', Date.now() - t0, 'ms')
  const start = page.getByRole('button', { name: /^Import (\d|the)/ })
  if (run && await start.count() > 0) {
    await start.click()
    await page.getByRole('heading', { name: /imported/ }).waitFor({ timeout: 120000 })
    console.log('  end:', (await page.locator('.import-end').innerText()).replaceAll('\n', ' | '), Date.now() - t0, 'ms')
    await shot(file + '-5end')
  }
}
await browser.close()
