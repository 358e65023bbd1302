import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

describe('the metrics', () => {
  test('tell calls by route and status, jobs by queue and result, and the database connections', async () => {
    const metrics = createMetrics(
      { pool: { totalCount: 5, idleCount: 3, waitingCount: 1 } },
      { places: async () => [{ name: 'data', freeBytes: 7, reserveBytes: 9, low: true }] },
    );
    metrics.onCall({ method: 'GET', route: '/api/data/wish/sch/examType/list', status: 200, seconds: 0.02 });
    metrics.onJob('import', 'done', 12);
    const text = await metrics.text();
    expect(text).toContain(
      'yikao_http_seconds_count{method="GET",route="/api/data/wish/sch/examType/list",status="200"} 1',
    );
    expect(text).toContain('yikao_job_seconds_bucket{le="15",queue="import",result="done"} 1');
    expect(text).toContain('yikao_database_connections{state="busy"} 2');
    expect(text).toContain('yikao_database_connections{state="waiting"} 1');
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
  });
});
