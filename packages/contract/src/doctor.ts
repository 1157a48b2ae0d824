import { z } from 'zod';

/** What `doctor` looks at in this release, in the order it is shown. */
export const DoctorCheckName = z.enum([
  'node',
  'settings',
  'data_folder',
  'disk_space',
  'database',
  'files',
  'pdf_reader',
  'text_reader',
  'runs',
  'destinations',
]);
export type DoctorCheckName = z.infer<typeof DoctorCheckName>;

export const DoctorVerdict = z.enum(['ok', 'warn', 'fail']);
export type DoctorVerdict = z.infer<typeof DoctorVerdict>;
