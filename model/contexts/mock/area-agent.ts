import { defineDataset, field, label } from '../../kernel/language.ts';
import { common } from '../shared/fields.ts';
import { ofExam, ownedByExam, quotaOf } from './mock-fields.ts';

/** Which agencies send candidates to which place of an exam (domain H5). */
export const areaAgent = defineDataset({
  name: 'areaAgent',
  path: '/api/mock/base/area_agent',
  menu: { at: '/mock/areaAgent', group: 'mock', icon: 'ApartmentOutlined', order: 5 },
  label: label('考区机构', 'Area agencies'),
  fields: {
    id: field.id({ label: label('ID', 'ID') }),
    examId: ofExam.examId,
    areaId: field.ref({ to: 'area', required: true, lockedOnEdit: true }),
    agentId: field.ref({ to: 'agent', required: true, lockedOnEdit: true }),
    partnersId: ofExam.partnersId,
    quota: quotaOf('名额', 'Places'),
    status: common.status,
  },
  naturalKey: ['examId', 'areaId', 'agentId'],
  identity: { name: 'id' },
  permissions: { prefix: 'mock:areaagent', actions: ['list', 'add', 'update', 'delete'] },
  scope: { ...ownedByExam, agency: 'agentId' },
  list: { filters: ['examId', 'areaId', 'agentId', 'partnersId', 'status'] },
});
