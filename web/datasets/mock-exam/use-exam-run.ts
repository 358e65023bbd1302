import { useQueryClient } from '@tanstack/react-query';
import { registry } from '@yikao/model/datasets/index.ts';
import { useCallback, useEffect, useState } from 'react';
import { isRunning, useJob } from '../../engine/hooks/use-jobs.ts';

/** Rows that numbers and seats of an exam change. */
const touched = [
  registry.mockExam,
  registry.examArea,
  registry.mockStudent,
  registry.mockRoom,
  registry.arrange,
  registry.seat,
  registry.ticket,
];

/** Follows a job over a whole exam, whose id it is told, and has what it changes read again once it is over. */
export function useExamRun(): (jobId: number) => void {
  const client = useQueryClient();
  const [jobId, setJobId] = useState<number>();
  const job = useJob(jobId);
  const over = job !== undefined && !isRunning(job);
  useEffect(() => {
    if (!over) return;
    for (const { name } of touched)
      for (const kind of ['rows', 'row', 'options'])
        void client.invalidateQueries({ queryKey: [kind, name] });
  }, [over, client]);
  return useCallback(
    id => {
      setJobId(id);
      void client.invalidateQueries({ queryKey: ['jobs'] });
    },
    [client],
  );
}
