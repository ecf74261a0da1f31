/** The columns of the empty file that a club can fill: heading, field of the import, and what a cell may look like. */
export const TEMPLATE: readonly { heading: string; field: string; example: string }[] = [
  { heading: 'First name', field: 'firstname', example: 'Siân' },
  { heading: 'Last name', field: 'lastname', example: 'Example' },
  { heading: 'Date of birth', field: 'dob', example: '31/08/2017' },
  { heading: 'Membership number', field: 'ngo_id', example: 'SW-0417' },
  { heading: 'Status', field: 'status', example: 'active' },
  { heading: 'Guardian name', field: 'guardian_name', example: 'Huw Example' },
  { heading: 'E-mail', field: 'guardian_email', example: 'huw@example.com' },
  { heading: 'Telephone', field: 'phones', example: '029 2087 4000' },
  { heading: 'Medical notes', field: 'medical', example: 'Asthma: brings an inhaler' },
  { heading: 'Ability groups', field: 'tags', example: 'Red; Blue' },
  { heading: 'Level passed', field: 'level_passed', example: 'Stage 3' },
  { heading: 'Passed on', field: 'level_passed_on', example: '12/05/2026' },
]
