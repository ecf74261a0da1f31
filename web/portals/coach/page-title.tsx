import { HeaderTitle } from '#web/shell/header-slots.tsx'

/** What the header says on a coach's page: large enough to know the page at arm's length. */
export function PageTitle({ title, sub }: { title: string; sub: string }) {
  return (
    <HeaderTitle>
      <h1 className="clip">{title}</h1>
      <p className="clip">{sub}</p>
    </HeaderTitle>
  )
}
