/** The forms of each command. README.md has the same lines, and a test compares them. */
const usages = {
  serve: ['rungs serve'],
  migrate: ['rungs migrate'],
  client: ['rungs client create ID NAME --domain DOMAIN [--language LOCALE]…'],
  invite: [
    'rungs invite CLIENT parent|coach|admin|ngo E-MAIL FIRSTNAME LASTNAME [--username NAME] [--club NAME]… [--member NUMBER]…',
  ],
  'second-factor': ['rungs second-factor CLIENT optional|required', 'rungs second-factor CLIENT off admin|ngo E-MAIL'],
  provider: ['rungs provider CLIENT FILE.json'],
  roster: ['rungs roster CLIENT'],
  maintenance: [
    'rungs maintenance on CLIENT|all [--title LOCALE=TEXT]… [--description LOCALE=TEXT]…',
    'rungs maintenance off CLIENT|all',
  ],
  help: ['rungs help'],
} as const

export type Command = keyof typeof usages

export function isCommand(name: string): name is Command {
  return Object.hasOwn(usages, name)
}

/** The message for a command with wrong arguments. */
export function usageOf(command: Command): string {
  return `use: ${usages[command].join(', or ')}`
}

/** Every form of every command. */
export function allUsages(): string[] {
  return Object.values(usages).flat()
}
