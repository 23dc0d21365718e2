-- ===- clickhouse.sql - Questions about what allocsite gather has written --===--
--
-- Part of AllocSite, under the Apache License v2.0 with LLVM Exceptions.
-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
--
-- ===---------------------------------------------------------------------===--
--
--   cd heap                           # the directory that allocsite gather has written
--   clickhouse local --path /tmp/db --queries-file clickhouse.sql
--   clickhouse local --path /tmp/db --query 'SELECT * FROM leaks'
--
-- The views of duckdb.sql, under the same names and with the same columns. On a server, make
-- `gathered` a table of these columns, and fill it from the files.

CREATE OR REPLACE VIEW gathered AS
SELECT * EXCEPT (path), toDate(extract(path, '/day=([^/]+)/')) AS day,
  decodeURLComponent(extract(path, '/host=([^/]+)/')) AS host,
  decodeURLComponent(extract(path, '/service=([^/]+)/')) AS service,
  decodeURLComponent(extract(path, '/build=([^/]+)/')) AS build
FROM (
  SELECT *, CAST(_path AS String) AS path
  FROM file('day=*/host=*/service=*/build=*/*.parquet', 'Parquet'))
SETTINGS use_hive_partitioning = 0;

CREATE OR REPLACE VIEW allocations AS
SELECT * EXCEPT (below) FROM gathered WHERE below IS NULL;

CREATE OR REPLACE VIEW snapshots AS
SELECT *, greatest(time - if(place = 1, toFloat64(began), before), 0) AS seconds
FROM (
  SELECT *, row_number() OVER w AS place,
    lagInFrame(time, 1, time) OVER (
      PARTITION BY run_id ORDER BY sequence ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS before
  FROM (
    SELECT service, build, host, day, assumeNotNull(run_id) AS run_id,
      assumeNotNull(sequence) AS sequence, any(process) AS process,
      any(gathered.began) AS began, assumeNotNull(any(gathered.time)) AS time, any(ended) AS ended
    FROM gathered
    GROUP BY service, build, host, day, run_id, sequence)
  WINDOW w AS (PARTITION BY run_id ORDER BY sequence));

-- The sites of each service that have allocated most.
CREATE OR REPLACE VIEW top_sites AS
SELECT service, rank() OVER (PARTITION BY service ORDER BY bytes DESC) AS rank,
  round(100 * bytes / sum(bytes) OVER (PARTITION BY service), 1) AS percent,
  bytes, calls, live_bytes, function, site, allocator, type, hosts, site_id
FROM (
  SELECT service, sum(bytes_delta) AS bytes, sum(calls_delta) AS calls,
    sumIf(a.live_bytes, is_newest) AS live_bytes, any(a.function) AS function,
    argMax(a.site, a.time) AS site, any(a.allocator) AS allocator, any(a.type) AS type,
    uniqExact(host) AS hosts, site_id
  FROM (
    SELECT *, sequence = max(sequence) OVER (PARTITION BY run_id) AS is_newest
    FROM allocations) AS a
  GROUP BY service, site_id)
ORDER BY service, bytes DESC;

-- What the next views need: by day, by build and by host.
CREATE OR REPLACE VIEW site_sums AS
SELECT service, build, host, day, assumeNotNull(site_id) AS site_id,
  assumeNotNull(sum(bytes_delta)) AS bytes, any(a.function) AS function, argMax(a.site, a.time) AS site,
  any(a.allocator) AS allocator, any(a.type) AS type, max(a.time) AS newest
FROM allocations AS a
GROUP BY service, build, host, day, site_id;

-- The sites that allocate more in an hour of a process than on the day before.
CREATE OR REPLACE VIEW grew_since_yesterday AS
WITH days AS (
  SELECT service, day, sum(seconds) / 3600 AS hours FROM snapshots GROUP BY service, day
  HAVING hours > 0),
newest AS (SELECT service, max(days.day) AS day FROM days GROUP BY service),
rates AS (
  SELECT s.service AS service, s.site_id AS site_id, s.day AS day, sum(bytes) / any(hours) AS rate,
    any(s.function) AS function, argMax(s.site, s.newest) AS site, any(s.allocator) AS allocator,
    any(s.type) AS type
  FROM site_sums AS s JOIN days USING (service, day)
  GROUP BY s.service, s.site_id, s.day)
SELECT now.service AS service, now.day AS day,
  toInt64(round(now.rate - coalesce(before.rate, 0))) AS growth_per_hour, toInt64(round(now.rate)) AS bytes_per_hour,
  toInt64(round(coalesce(before.rate, 0))) AS yesterday_per_hour,
  round(now.rate / nullIf(before.rate, 0), 2) AS factor, now.function AS function,
  now.site AS site, now.allocator AS allocator, now.type AS type, now.site_id AS site_id
FROM (SELECT *, day - 1 AS last_day FROM rates) AS now
LEFT JOIN rates AS before
  ON before.service = now.service AND before.site_id = now.site_id AND before.day = now.last_day
WHERE (now.service, now.day) IN (SELECT service, day FROM newest)
  AND (now.service, now.last_day) IN (SELECT service, day FROM days)
  AND now.rate > 1.2 * coalesce(before.rate, 0)
ORDER BY growth_per_hour DESC;

-- The sites that came with a build ("new"), and those that allocate more since one ("grew").
CREATE OR REPLACE VIEW brought_by_build AS
WITH builds AS (
  SELECT service, build, hours, began,
    toInt64(row_number() OVER (PARTITION BY service ORDER BY began, build)) AS number
  FROM (
    SELECT service, build, sum(seconds) / 3600 AS hours, min(snapshots.began) AS began
    FROM snapshots GROUP BY service, build HAVING hours > 0)),
rates AS (
  SELECT *, min(number) OVER (PARTITION BY service, site_id) AS first_number
  FROM (
    SELECT s.service AS service, s.site_id AS site_id, s.build AS build,
      any(builds.number) AS number, any(builds.began) AS began, sum(bytes) / any(hours) AS rate,
      any(s.function) AS function, argMax(s.site, s.newest) AS site,
      any(s.allocator) AS allocator, any(s.type) AS type
    FROM site_sums AS s JOIN builds USING (service, build)
    GROUP BY s.service, s.site_id, s.build))
SELECT now.service AS service, now.build AS build,
  if(now.number = now.first_number, 'new', 'grew') AS change,
  toInt64(round(now.rate - coalesce(before.rate, 0))) AS growth_per_hour, toInt64(round(now.rate)) AS bytes_per_hour,
  round(now.rate / nullIf(before.rate, 0), 2) AS factor, toDateTime(now.began, 'UTC') AS since,
  now.function AS function, now.site AS site, now.allocator AS allocator, now.type AS type,
  now.site_id AS site_id
FROM (SELECT *, number - 1 AS last_number FROM rates) AS now
LEFT JOIN rates AS before ON before.service = now.service AND before.site_id = now.site_id
  AND before.number = now.last_number
WHERE now.number > 1
  AND (now.number = now.first_number OR before.number > 0 AND now.rate > 1.2 * before.rate)
ORDER BY change DESC, growth_per_hour DESC;

-- The hosts of a service and build of which a site has another share of what they allocate: twice
-- or half the median of three hosts or more, by a thousandth of all at least.
CREATE OR REPLACE VIEW hosts_that_differ AS
WITH sums AS (
  SELECT service, build, host, site_id, sum(s.bytes) AS bytes FROM site_sums AS s
  GROUP BY service, build, host, site_id),
hosts AS (
  SELECT service, build, host, sum(sums.bytes) AS all_bytes FROM sums
  GROUP BY service, build, host HAVING all_bytes > 0),
sites AS (
  SELECT service, build, site_id, any(s.function) AS function, argMax(s.site, s.newest) AS site,
    any(s.allocator) AS allocator, any(s.type) AS type
  FROM site_sums AS s GROUP BY service, build, site_id),
shares AS (
  SELECT hosts.service AS service, hosts.build AS build, hosts.host AS host,
    sites.site_id AS site_id, sums.bytes AS bytes, sums.bytes / hosts.all_bytes AS share,
    sites.function AS function, sites.site AS site, sites.allocator AS allocator,
    sites.type AS type
  FROM hosts JOIN sites ON sites.service = hosts.service AND sites.build = hosts.build
  LEFT JOIN sums ON sums.service = hosts.service AND sums.build = hosts.build
    AND sums.host = hosts.host AND sums.site_id = sites.site_id),
medians AS (
  SELECT service, build, site_id, quantileExactInclusive(0.5)(share) AS median_share,
    count() AS hosts
  FROM shares GROUP BY service, build, site_id)
SELECT s.service AS service, s.build AS build, host, round(100 * share, 2) AS percent,
  round(100 * median_share, 2) AS median_percent,
  round(share / nullIf(median_share, 0), 2) AS factor, bytes, hosts, function, site, allocator,
  type, s.site_id AS site_id
FROM shares AS s JOIN medians AS m
  ON m.service = s.service AND m.build = s.build AND m.site_id = s.site_id
WHERE hosts >= 3 AND abs(share - median_share) > 0.001
  AND (share > 2 * median_share OR share < median_share / 2)
ORDER BY abs(share - median_share) DESC;

-- The sites whose live bytes grow steadily in the second half of the life of their processes, by
-- Kendall's test, with the slope of Theil and Sen: in one process alone, or in all with eight snapshots
-- or more together, if they grow in the median process too. The more is tested, the stricter it is:
-- noise alone gives one site in twenty fleets. Both halves of that half must grow by themselves,
-- which a table that is filled once does not.
CREATE OR REPLACE VIEW leaks AS
WITH late AS ( -- the snapshots of the second half, in up to 24 intervals
  SELECT run_id, sequence, time, points - intDiv(points, 2) AS half, least(24, half) AS intervals,
    intDiv((place - 1 - intDiv(points, 2)) * intervals, half) AS interval
  FROM (
    SELECT run_id, sequence, time, place, count() OVER (PARTITION BY run_id) AS points
    FROM snapshots)
  WHERE points >= 8 AND place > intDiv(points, 2)),
live AS (
  SELECT service, assumeNotNull(site_id) AS site_id, assumeNotNull(run_id) AS run_id,
    assumeNotNull(sequence) AS sequence, assumeNotNull(sum(live_bytes)) AS live
  FROM allocations GROUP BY service, site_id, run_id, sequence
  HAVING count() = count(live_bytes)),
changing AS ( -- not constant, and no table that is filled once
  SELECT live.service AS service, live.site_id AS site_id, live.run_id AS run_id
  FROM live JOIN late USING (run_id, sequence)
  GROUP BY live.service, live.site_id, live.run_id
  HAVING uniqExact(live.live) + (count() < any(half)) > 2),
points AS ( -- a site that is not in a snapshot has allocated nothing yet
  SELECT c.service AS service, c.site_id AS site_id, c.run_id AS run_id, late.interval AS interval,
    any(late.intervals) AS intervals, avg(late.time) AS time,
    quantileExactInclusive(0.5)(live.live) AS live
  FROM changing AS c JOIN late ON late.run_id = c.run_id
  LEFT JOIN live ON live.service = c.service AND live.site_id = c.site_id
    AND live.run_id = c.run_id AND live.sequence = late.sequence
  GROUP BY c.service, c.site_id, c.run_id, late.interval),
series AS (
  SELECT service, site_id, run_id,
    arraySort(p -> p.1, groupArray((interval, points.time, points.live))) AS p, p.2 AS t, p.3 AS v,
    arrayFilter((x, i) -> i <= intDiv(any(intervals), 2), v, p.1) AS u,
    arrayFilter((x, i) -> i >= intDiv(any(intervals), 2), v, p.1) AS w
  FROM points GROUP BY service, site_id, run_id),
-- Kendall's sum, and its variance without what equal values take off it: of all, and of each half.
sums AS (
  SELECT service, site_id, run_id,
    arrayMap(x -> arraySum(j -> arraySum(k -> sign(x[j] - x[k]), range(1, j)),
      range(2, length(x) + 1)), [v, u, w]) AS s,
    arrayMap(x -> (length(x) * (length(x) - 1) * (2 * length(x) + 5) - arraySum(
      n -> n * (n - 1) * (2 * n + 5), arrayMap(y -> countEqual(x, y), arrayDistinct(x)))) / 18,
      [v, u, w]) AS d,
    arrayReduce('quantileExactInclusive(0.5)', arrayFlatten(arrayMap(
      j -> arrayMap(k -> (v[j] - v[k]) / (t[j] - t[k]), range(1, j)), range(2, length(v) + 1))))
      AS slope
  FROM series),
tests AS (
  SELECT *, (s[1] - 1) / sqrt(d[1]) AS score, score > 1
      AND count() OVER () * exp(-score * score / 2) / (score * sqrt(2 * pi())) < 0.05
      AND s[2] > 2.8 * sqrt(d[2]) AND s[3] > 2.8 * sqrt(d[3]) AS grows
  FROM sums WHERE d[1] > 0),
sites AS (
  SELECT service, site_id, count() AS processes, countIf(grows) AS growing,
    if(growing > 0, quantileExactInclusiveIf(0.5)(tests.slope, grows),
      quantileExactInclusive(0.5)(tests.slope)) AS slope,
    greatest((sum(s[1]) - 1) / sqrt(sum(d[1])), maxIf(tests.score, grows)) AS score,
    quantileExactInclusive(0.5)(tests.score) > 2.33 * sqrt(pi() / 2 / count())
      AND sum(s[2]) > 3 * sqrt(sum(d[2])) AND sum(s[3]) > 3 * sqrt(sum(d[3]))
      AS grow_together,
    count() OVER () AS tested
  FROM tests GROUP BY service, site_id),
found AS (
  SELECT * FROM sites
  WHERE slope > 0 AND (growing > 0 OR grow_together
    AND tested * exp(-score * score / 2) / (score * sqrt(2 * pi())) < 0.05))
SELECT found.service AS service, toInt64(round(slope * 3600)) AS bytes_per_hour,
  top_sites.live_bytes AS live_bytes, processes, growing, round(score, 1) AS score,
  top_sites.function AS function, top_sites.site AS site, top_sites.allocator AS allocator,
  top_sites.type AS type, found.site_id AS site_id
FROM found JOIN top_sites ON top_sites.service = found.service AND top_sites.site_id = found.site_id
ORDER BY bytes_per_hour * processes DESC;
