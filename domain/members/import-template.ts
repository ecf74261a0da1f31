/** The columns of the empty file that a club can fill: the field of the import, and what a cell may look like. */
export const TEMPLATE: readonly { field: string; example: string }[] = [
  { field: 'firstname', example: 'Siân' },
  { field: 'lastname', example: 'Example' },
  { field: 'dob', example: '31/08/2017' },
  { field: 'ngo_id', example: 'SW-0417' },
  { field: 'status', example: 'active' },
  { field: 'guardian_name', example: 'Huw Example' },
  { field: 'guardian_email', example: 'huw@example.com' },
  { field: 'phones', example: '029 2087 4000' },
  { field: 'medical', example: 'Asthma: brings an inhaler' },
  { field: 'tags', example: 'Red; Blue' },
  { field: 'level_passed', example: 'Stage 3' },
  { field: 'level_passed_on', example: '12/05/2026' },
]
