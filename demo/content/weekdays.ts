/** All weekdays, as numbers from 0 for Sunday. */
export const EVERY_DAY: readonly number[] = [0, 1, 2, 3, 4, 5, 6]
