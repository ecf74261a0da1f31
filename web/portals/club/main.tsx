import { House, Info, ShieldCheck } from 'lucide-react'
import { AboutPage } from '#web/shell/about-page.tsx'
import { SecurityPage } from '#web/shell/security-page.tsx'
import { startPortal } from '#web/shell/start-portal.tsx'
import { WelcomePage } from '#web/shell/welcome-page.tsx'

startPortal({
  portal: 'club',
  userType: 'admin',
  home: '/welcome',
  pages: [
    { label: 'shell.welcome.title', icon: House, to: '/welcome' },
    { label: 'security.title', icon: ShieldCheck, to: '/account' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    { path: '/welcome', element: <WelcomePage /> },
    { path: '/account', element: <SecurityPage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  // nothing beyond the shell's own words yet
  loadWords: () => Promise.resolve({ default: {} }),
})
