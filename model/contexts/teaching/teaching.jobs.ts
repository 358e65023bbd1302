import { z } from 'zod';
import { defineJobKind } from '../../jobs/job-kind.ts';
import { label } from '../../kernel/label.ts';
import { courseUpload } from './course-upload.ts';

/**
 * Converts the videos that wait, one after the other (domain J3). One such job is under way at most: a video that comes
 * while it works is converted by it.
 */
export const convertVideos = defineJobKind({
  name: 'convertVideos',
  bizType: 663,
  of: courseUpload,
  may: 'course:upload:add',
  label: label('处理课程视频', 'Convert course videos'),
  params: z.object({}),
});
