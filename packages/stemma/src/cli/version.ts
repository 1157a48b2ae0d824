/** The release; equal to the version in package.json (tested). */
export const VERSION = '0.1.0';
