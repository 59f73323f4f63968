-- All that happens to the jobs of a campaign, each time at once: KEYS[1] is the campaign's prefix, ARGV[1] what is to
-- happen. docs/guides/farm.md has the keys. Only the server's clock is looked at, so the clocks of hosts do not matter.
local p = KEYS[1]
local META, JOBS, RESULTS, POINTS = p .. 'meta', p .. 'jobs', p .. 'results', p .. 'points'
local SUMS, TRIES, DEAD, LAST = p .. 'sums', p .. 'tries', p .. 'dead', p .. 'last'
local WORKERS, ABOUT, GROUP = 'yomi:workers', 'yomi:about', 'workers'
local FIELDS = {'state', 'total', 'next', 'limit', 'window', 'silence', 'tries', 'step', 'codes', 'fixed', 'verify',
                'swept', 'tested', 'test'}

local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local m = {}
for i, v in ipairs(redis.call('HMGET', META, unpack(FIELDS))) do m[FIELDS[i]] = tonumber(v) or v end

local function is_done(i)
    local sum = redis.call('GETRANGE', RESULTS, i * 32, i * 32 + 31)
    if #sum == 32 and sum ~= string.rep('\0', 32) then return sum end
    return nil
end

local function take_off(id)
    redis.call('XACK', JOBS, GROUP, id)
    redis.call('XDEL', JOBS, id)
end

local function push(i, check)
    if check then redis.call('XADD', JOBS, '*', 'i', i, 'check', 1) else redis.call('XADD', JOBS, '*', 'i', i) end
end

local function count(name, by) return redis.call('HINCRBY', SUMS, name, by) end

local function finish()
    if m.state == 'open' and tonumber(redis.call('HGET', SUMS, 'done') or 0) >= m.total
        and redis.call('XLEN', JOBS) == 0 then
        m.state = 'done'
        redis.call('HSET', META, 'state', 'done', 'ended', now)
    end
end

-- The queue is kept at so many jobs for each worker: that is all that the server has to hold.
local function refill()
    if m.state ~= 'open' or m.next >= m.limit then return end
    local want = m.window * math.max(redis.call('ZCOUNT', WORKERS, now - 60000, '+inf'), 1)
    local room = math.min(want - redis.call('XLEN', JOBS), 256)
    local first = m.next
    while m.next < m.limit and room > 0 do
        push(m.next)
        room = room - 1
        if m.fixed == 1 and (m.next * 61) % 100 < m.verify then push(m.next, true) end
        m.next = m.next + 1
    end
    if m.next > first then redis.call('HSET', META, 'next', m.next) end
end

local function bury(i, why)
    redis.call('HDEL', TRIES, i)
    redis.call('HSET', DEAD, i, why)
    count('dead', 1)
end

-- A job that brought nothing is queued again, or becomes a dead letter.
local function again(id, fields, why)
    local i, check = tonumber(fields[2]), fields[3]
    take_off(id)
    if is_done(i) then return end
    if tonumber(redis.call('HGET', TRIES, i) or 0) >= m.tries then
        if redis.call('HEXISTS', DEAD, i) == 0 then bury(i, why) end
    else
        push(i, check)
    end
end

local function forget_worker(name)
    if #redis.call('XPENDING', JOBS, GROUP, '-', '+', 1, name) > 0 then return end
    redis.call('XGROUP', 'DELCONSUMER', JOBS, GROUP, name)
    redis.call('ZREM', WORKERS, name)
    redis.call('HDEL', ABOUT, name)
    redis.call('HDEL', LAST, name)
end

-- Jobs whose worker has been silent. At most once a second, a hundred at a time.
local function sweep()
    if now >= m.swept and now < m.swept + 1000 then return end
    local found = redis.call('XAUTOCLAIM', JOBS, GROUP, '-', m.silence, redis.call('HGET', META, 'cursor'), 'COUNT', 100)
    redis.call('HSET', META, 'swept', now, 'cursor', found[1])
    for _, entry in ipairs(found[2]) do
        count('lost', 1)
        again(entry[1], entry[2], 'its workers fell silent, ' .. m.tries .. ' times')
    end
    for _, name in ipairs(redis.call('ZRANGEBYSCORE', WORKERS, '-inf', now - 600000, 'LIMIT', 0, 20)) do
        forget_worker(name)
    end
end

local function greet(worker, about)
    redis.call('ZADD', WORKERS, now, worker)
    redis.call('HSET', ABOUT, worker, about)
end

local function entry_for(worker)
    for _, from in ipairs({'0', '>'}) do -- '0': what was given to it and got lost on the way
        local read = redis.call('XREADGROUP', 'GROUP', GROUP, worker, 'COUNT', 1, 'STREAMS', JOBS, from)
        if read and read[1] and read[1][2][1] then return read[1][2][1] end
    end
end

local ops = {}

-- Nothing is left but dead letters: what is open stays so until somebody retries them.
local function is_stuck()
    local dead = tonumber(redis.call('HGET', SUMS, 'dead') or 0)
    return dead > 0 and m.next >= m.limit and redis.call('XLEN', JOBS) == 0
        and tonumber(redis.call('HGET', SUMS, 'done') or 0) + dead >= m.limit
end

function ops.take(worker, about)
    if m.state ~= 'open' then return {tostring(m.state)} end
    greet(worker, about)
    sweep()
    refill()
    for _ = 1, 50 do
        local entry = entry_for(worker)
        if not entry then break end
        local id, fields = entry[1], entry[2]
        local i = fields and tonumber(fields[2])
        if not i or (is_done(i) and not fields[3]) then
            take_off(id)
        else
            local tried = redis.call('HINCRBY', TRIES, i, 1)
            if tried <= m.tries + (fields[3] and 1 or 0) then return {'job', id, i, tried, redis.call('HGET', META, 'id')} end
            take_off(id)
            if not is_done(i) then bury(i, 'it brought no result, ' .. m.tries .. ' times') end
        end
    end
    finish()
    return {m.state ~= 'open' and m.state or is_stuck() and 'stuck' or 'none'}
end

function ops.beat(worker, about, id)
    if m.state ~= 'open' then return {tostring(m.state)} end
    greet(worker, about)
    local pending = redis.call('XPENDING', JOBS, GROUP, id, id, 1)
    if not pending[1] or pending[1][2] ~= worker then return {'lost'} end
    redis.call('XCLAIM', JOBS, GROUP, worker, 0, id, 'JUSTID')
    return {'ok'}
end

local function record_again(worker, id, i, old, sum, hex, blob)
    if redis.call('HGET', LAST, worker) == id then return {'counted'} end -- the answer got lost on its way
    take_off(id)
    redis.call('HDEL', TRIES, i)
    count('doubles', 1)
    local same = old == sum or m.fixed ~= 1
    if not same then
        count('differs', 1)
        redis.call('LPUSH', p .. 'quarantine', i .. ' ' .. hex .. ' ' .. worker)
        redis.call('LTRIM', p .. 'quarantine', 0, 999)
        if blob ~= '' then redis.call('SET', p .. 'quarantine:' .. hex, blob, 'EX', 604800) end
    end
    finish()
    return {same and 'double' or 'differs'}
end

-- Records, sums and acknowledges.
function ops.record(worker, about, id, i, sum, hex, size, code, ms, blob, campaign)
    if redis.call('HGET', META, 'id') ~= campaign then return {'bad'} end
    if m.state == 'stopped' or not m.state then return {tostring(m.state)} end
    i = tonumber(i)
    if not i or i < 0 or i >= m.next or #sum ~= 32 or #code ~= m.codes then return {'bad'} end
    greet(worker, about)
    local old = is_done(i)
    if old then return record_again(worker, id, i, old, sum, hex, blob) end
    if blob ~= '' then redis.call('SET', p .. 'shard:' .. hex, blob) end
    redis.call('SETRANGE', RESULTS, i * 32, sum)
    if m.codes > 0 then redis.call('SETRANGE', POINTS, i * m.codes, code) end
    local done = count('done', 1)
    count('bytes', size)
    count('ms', ms)
    if redis.call('HDEL', DEAD, i) == 1 then count('dead', -1) end
    redis.call('HDEL', TRIES, i)
    redis.call('HSET', LAST, worker, id)
    take_off(id)
    local minute = math.floor(now / 60000)
    redis.call('HINCRBY', p .. 'minutes', minute, 1)
    redis.call('HDEL', p .. 'minutes', minute - 180)
    if m.step > 0 and done == m.limit then
        m.limit = math.min(m.limit + m.step, m.total)
        redis.call('HSET', META, 'limit', m.limit)
    end
    refill()
    finish()
    local weigh = m.test == 1 and redis.call('GETRANGE', POINTS, m.tested, m.tested)
    return {'counted', weigh and weigh ~= '' and weigh ~= '\0' and 'weigh' or ''}
end

function ops.fail(worker, about, id, i, why)
    if m.state ~= 'open' then return {tostring(m.state)} end
    greet(worker, about)
    count('failed', 1)
    local entry = redis.call('XRANGE', JOBS, id, id)[1]
    if entry then again(id, entry[2], why) end
    return {'ok'}
end

function ops.give_back(worker, _, id)
    if m.state ~= 'open' then return {tostring(m.state)} end
    local entry = redis.call('XRANGE', JOBS, id, id)[1]
    if not entry then return {'ok'} end
    redis.call('HINCRBY', TRIES, entry[2][2], -1)
    again(id, entry[2], '')
    return {'ok'}
end

function ops.leave(worker)
    if redis.call('EXISTS', JOBS) == 1 then forget_worker(worker) end
    redis.call('ZREM', WORKERS, worker)
    return {'ok'}
end

-- What the sequential test has seen of the results in their order, and what comes next.
function ops.weigh()
    local pairs = redis.call('HMGET', META, 'c0', 'c1', 'c2', 'c3', 'c4')
    return {tostring(m.state), tostring(m.tested), redis.call('GETRANGE', POINTS, m.tested, m.tested + 8191),
            pairs[1], pairs[2], pairs[3], pairs[4], pairs[5]}
end

local function halt(verdict, last)
    redis.call('HSET', META, 'state', 'stopped', 'verdict', verdict, 'ended', now, 'last', last)
    redis.call('DEL', JOBS, TRIES)
end

function ops.weighed(from, to, verdict, c0, c1, c2, c3, c4)
    if m.state ~= 'open' or m.tested ~= tonumber(from) then return {'other'} end
    redis.call('HSET', META, 'tested', to, 'c0', c0, 'c1', c1, 'c2', c2, 'c3', c3, 'c4', c4)
    if verdict ~= '' then halt(verdict, to) end
    return {'ok'}
end

function ops.stop(why)
    if m.state == 'open' then halt(why, '') end
    return {'ok'}
end

function ops.retry()
    local found = redis.call('HKEYS', DEAD)
    if m.state ~= 'open' then return {tostring(m.state)} end
    for _, i in ipairs(found) do push(i) end
    redis.call('DEL', DEAD)
    redis.call('HDEL', SUMS, 'dead')
    return {'ok', #found}
end

-- name, value, ...: what the campaign is. The same campaign may be put again, with more jobs.
function ops.put(...)
    local given, words = {}, {...}
    for k = 1, #words, 2 do given[words[k]] = words[k + 1] end
    local id = redis.call('HGET', META, 'id')
    if id and id ~= given.id then return {'other'} end
    if not id then
        redis.call('HSET', META, 'state', 'open', 'next', 0, 'swept', 0, 'cursor', '0-0', 'tested', 0, 'c0', 0, 'c1', 0,
                   'c2', 0, 'c3', 0, 'c4', 0, 'begun', now)
        redis.call('XGROUP', 'CREATE', JOBS, GROUP, '0', 'MKSTREAM')
        redis.call('ZADD', 'yomi:campaigns', now, given.name)
    end
    local before = tonumber(redis.call('HGET', META, 'total') or 0)
    if before > tonumber(given.total) then return {'fewer'} end
    redis.call('HSET', META, unpack(words))
    if id and m.step > 0 then redis.call('HSET', META, 'limit', m.limit) end
    if m.state == 'done' and tonumber(given.total) > before then redis.call('HSET', META, 'state', 'open') end
    return {id and 'again' or 'new'}
end

function ops.info()
    local live = redis.call('ZCOUNT', WORKERS, now - 60000, '+inf')
    local names = redis.call('ZREVRANGE', WORKERS, 0, 199, 'WITHSCORES')
    local workers = {}
    for k = 1, #names, 2 do
        workers[#workers + 1] = names[k]
        workers[#workers + 1] = tostring(math.max(now - tonumber(names[k + 1]), 0))
        workers[#workers + 1] = redis.call('HGET', ABOUT, names[k]) or ''
    end
    local dead = redis.call('HSCAN', DEAD, 0, 'COUNT', 50)[2]
    local queued, running = 0, 0
    if redis.call('EXISTS', JOBS) == 1 then
        running = redis.call('XPENDING', JOBS, GROUP)[1]
        queued = redis.call('XLEN', JOBS) - running
    end
    return {redis.call('HGETALL', META), redis.call('HGETALL', SUMS), {queued, running, live, tostring(now)}, workers,
            dead, redis.call('LRANGE', p .. 'quarantine', 0, 49), redis.call('HGETALL', p .. 'minutes')}
end

return ops[ARGV[1]](unpack(ARGV, 2))
