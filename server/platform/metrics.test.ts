import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

describe('the metrics', () => {
  test('tell calls by method and kind of answer, jobs by queue and result, and the database connections', async () => {
    const metrics = createMetrics(
      { pool: { totalCount: 5, idleCount: 3, waitingCount: 1 } },
      { places: async () => [{ name: 'data', freeBytes: 7, reserveBytes: 9, low: true }] },
    );
    metrics.onCall({ method: 'GET', route: '/api/data/wish/sch/examType/list', status: 200, seconds: 0.02 });
    metrics.onJob('import', 'done', 12);
    const text = await metrics.text();
    expect(text).toContain('yikao_http_seconds_count{method="GET",status="2xx"} 1');
    expect(text).toContain('yikao_job_seconds_bucket{le="15",queue="import",result="done"} 1');
    expect(text).toContain('yikao_database_connections{state="busy"} 2');
    expect(text).toContain('yikao_database_connections{state="waiting"} 1');
    expect(text).toMatch(/process_resident_memory_bytes \d+/);
  });

  test('name the routes that are slow or fail, and stay few after a walk over all calls', async () => {
    const metrics = createMetrics(
      { pool: { totalCount: 0, idleCount: 0, waitingCount: 0 } },
      { places: async () => [] },
    );
    metrics.onCall({ method: 'GET', route: '/api/slow', status: 200, seconds: 3 });
    metrics.onCall({ method: 'POST', route: '/api/failing', status: 500, seconds: 0.1 });
    for (let at = 0; at < 3_000; at += 1) {
      for (const status of [200, 403]) {
        metrics.onCall({ method: 'GET', route: `/api/call${at}`, status, seconds: 0.01 });
      }
      metrics.onCall({ method: 'GET', route: `/api/broken${at}`, status: 503, seconds: 0.01 });
    }
    const text = await metrics.text();
    expect(text).toContain('yikao_http_trouble_total{method="GET",route="/api/slow",what="slow"} 1');
    expect(text).toContain('yikao_http_trouble_total{method="POST",route="/api/failing",what="failed"} 1');
    expect(text).toContain('yikao_http_trouble_total{method="GET",route="other",what="failed"} 2802');
    expect(text.split('\n').filter(line => line !== '' && !line.startsWith('#')).length).toBeLessThan(500);
  });
});
