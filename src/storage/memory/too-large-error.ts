/** Figures take more memory than they may, or are too many days apart. */
export class TooLargeError extends Error {}
