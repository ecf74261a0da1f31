/** The forms of each command. README.md has the same lines, and a test compares them. */
const usages = {
  serve: ['rungs serve'],
  migrate: ['rungs migrate [--contract]'],
  client: [
    'rungs client create ID NAME --domain DOMAIN [--login local|username|openid|course-provider] [--language LOCALE]…',
    'rungs client list [--json]',
    'rungs client show ID [--json]',
    'rungs client set ID --login local|username|openid|course-provider',
    'rungs client rename ID NAME',
    'rungs client close ID',
    'rungs client export ID FOLDER',
    'rungs client import ID FOLDER',
  ],
  club: ['rungs club add CLIENT NAME [--number NUMBER] [--time-zone ZONE]'],
  host: [
    'rungs host add CLIENT parent|coach|club|scheme HOST',
    'rungs host remove HOST',
    'rungs host list [CLIENT] [--json]',
  ],
  invite: [
    'rungs invite CLIENT parent|coach|admin|ngo E-MAIL FIRSTNAME LASTNAME [--username NAME] [--club NAME]… [--member NUMBER]… [--print-link]',
  ],
  user: [
    'rungs user list CLIENT [parent|coach|admin|ngo|api] [--json]',
    'rungs user deactivate CLIENT parent|coach|admin|ngo|api E-MAIL|USERNAME|ID',
    'rungs user close CLIENT parent E-MAIL|USERNAME|ID',
  ],
  'second-factor': ['rungs second-factor CLIENT optional|required', 'rungs second-factor CLIENT off admin|ngo E-MAIL'],
  provider: ['rungs provider CLIENT FILE.json'],
  roster: ['rungs roster CLIENT'],
  maintenance: [
    'rungs maintenance on CLIENT|all [--title LOCALE=TEXT]… [--description LOCALE=TEXT]…',
    'rungs maintenance off CLIENT|all',
  ],
  key: ['rungs key list', 'rungs key rotate', 'rungs key remove KEY'],
  secret: ['rungs secret rotate'],
  backup: ['rungs backup [FOLDER] [--keep NUMBER]'],
  restore: ['rungs restore BACKUP [--no-restore-point] [--domain DOMAIN]'],
  restored: ['rungs restored [--nothing-lost]'],
  distribute: ['rungs distribute [--plan]', 'rungs distribute --client ID --node HOST:PORT'],
  doctor: ['rungs doctor [--json]'],
  help: ['rungs help'],
} as const

export type Command = keyof typeof usages

export function isCommand(name: string): name is Command {
  return Object.hasOwn(usages, name)
}

/** A command was called with arguments that it does not have; the process ends with 2 instead of 1. */
export class WrongUsage extends Error {}

/** The error for a command with wrong arguments. */
export function wrongUsage(command: Command): WrongUsage {
  return new WrongUsage(`use: ${usages[command].join(', or ')}`)
}

/** The forms of a command. */
export function usagesOf(command: Command): readonly string[] {
  return usages[command]
}

/** Every form of every command, one a line in `rungs help`. */
export function allUsages(): string[] {
  return Object.values(usages).flat()
}
