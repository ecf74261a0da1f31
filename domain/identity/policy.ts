import type { Policy } from '#domain/platform/rights.ts'

export const identityPolicy = {
  'login.use': {
    what: 'log in, log out, keep a session, and set a forgotten password',
    rights: { anybody: { on: 'token' } },
  },
  'login.switch-user': {
    what: 'list the coaches who share a tablet',
    rights: { coach: { on: 'own-club', feature: 'SWITCH_USER' } },
  },
  'pins.set': {
    what: 'set the own PIN',
    rights: { coach: { on: 'not-switched', feature: 'SWITCH_USER' } },
  },
  'pins.clear': {
    what: 'delete the PIN of a coach',
    rights: {
      coach: { on: 'own-account' },
      admin: { on: 'own-clubs' },
      ngo: { on: 'client', page: '/users' },
    },
  },
  'second-factor.manage': {
    what: 'set up, read and remove the own second factor',
    rights: { admin: { on: 'self' }, ngo: { on: 'self' } },
  },
  'me.read': {
    what: 'read who is logged in',
    rights: { parent: { on: 'self' }, coach: { on: 'self' }, admin: { on: 'self' }, ngo: { on: 'self' } },
  },
  'account.manage': {
    what: 'list and end the sessions of an account',
    rights: {
      parent: { on: 'own-account' },
      coach: { on: 'own-account' },
      admin: { on: 'own-account' },
      ngo: { on: 'own-account' },
    },
  },
  'account.edit-at-provider': {
    what: 'open the own page at the provider that the user logs in at',
    rights: {
      parent: { on: 'not-switched', feature: 'CAN_EDIT_SELF' },
      coach: { on: 'not-switched', feature: 'CAN_EDIT_SELF' },
      admin: { on: 'not-switched', feature: 'CAN_EDIT_SELF' },
      ngo: { on: 'not-switched', feature: 'CAN_EDIT_SELF' },
    },
  },
  'account.delete': {
    what: 'ask for the deletion of an account, and take that back',
    rights: { parent: { on: 'own-account' } },
  },
  'account.change-password': {
    what: 'change a password',
    rights: {
      parent: { on: 'own-account' },
      coach: { on: 'own-account' },
      admin: { on: 'own-or-users', page: '/users' },
      ngo: { on: 'own-or-users', page: '/users' },
    },
  },
  'users.read': {
    what: 'list, read and download the users of a club or client',
    rights: { admin: { on: 'own-club' }, ngo: { on: 'client', page: '/users' } },
  },
  'users.manage': {
    what: 'invite, change and remove users',
    rights: { admin: { on: 'own-club', page: '/users' }, ngo: { on: 'client', page: '/users' } },
  },
  'api-tokens.manage': {
    what: 'create, rotate and revoke API tokens',
    rights: { ngo: { on: 'client', page: '/users' } },
  },
} as const satisfies Policy
