export type ApiAbout = {
  /** Version of the software. */
  readonly version: string;
  /** Where this station is reached, without a slash at the end; asked for when a document is, because ports may be free ones. */
  readonly baseUrl: () => string;
};
