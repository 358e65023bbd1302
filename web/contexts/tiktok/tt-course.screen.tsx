import { registry } from '@yikao/model/contexts/datasets.ts';
import { UnconfirmedCalls } from '../../engine/calls/UnconfirmedCalls.tsx';
import { DatasetScreen } from '../../engine/screen/DatasetScreen.tsx';
import { CategoryInput } from './tt-course/CategoryInput.tsx';

const overrides = { inputs: { classId: CategoryInput } };

const footer = () => <UnconfirmedCalls vendor="douyin" />;

/** Courses as goods of Douyin (domain K2), with the platform's categories to choose from. */
export default function TtCoursePage() {
  return <DatasetScreen dataset={registry.ttCourse} overrides={overrides} footer={footer} />;
}
