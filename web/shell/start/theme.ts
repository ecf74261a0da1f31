import type { Client } from '#contract/tenants/client.ts'

const LINK_ID = 'tenant-theme'

/**
 * Loads the tenant's stylesheet [4.5] and sets the page's icon. Resolves when the stylesheet is applied, or has failed
 * and the default values stay.
 */
export function applyTheme(client: Client): Promise<void> {
  document.documentElement.dataset['theme'] = client.theme_name
  const icon = document.querySelector('link[rel="icon"]')
  icon?.setAttribute('href', client.logo_url)
  return new Promise((resolve) => {
    const previous = document.getElementById(LINK_ID)
    const link = document.createElement('link')
    link.id = LINK_ID
    link.rel = 'stylesheet'
    link.href = client.theme_url
    const onSettled = () => {
      previous?.remove()
      resolve()
    }
    link.addEventListener('load', onSettled)
    link.addEventListener('error', onSettled)
    document.head.append(link)
  })
}
