/** The Lua script that applies one call to the ledger in Redis atomically. */

/** The keys of one merchant. */
export function keysOf(merchant: string): readonly string[] {
  return PARTS.map((part) => `${PREFIX}{${merchant}}:${part}`);
}

/** The merchant of a key from `keysOf`; undefined for other keys. */
export function merchantOf(key: string): string | undefined {
  return KEY.exec(key)?.[1];
}

/** Contains the version of the stored format. */
const PREFIX = 'tollgate:1:';

/** Matches one key of each merchant. */
export const ANY_MERCHANT = `${PREFIX}*:calculations`;

const KEY = /^tollgate:1:\{([^}]*)\}:calculations$/;

const PARTS = ['calculations', 'sales', 'mtxids', 'stxids', 'changed'] as const;

/**
 * Five keys store the transactions of a merchant: calculation, sale, mTxId and time of the last change by sTxId, and the
 * sTxId by mTxId. Two concurrent calls can assign the same mTxId; the script decides which one is first.
 *
 * Identifiers have the prefix `=`, so that an empty identifier differs from a missing one. The rules are those of
 * `find` in `accounts.ts`.
 */
export const SCRIPT = `
local calculations, sales, mtxids, stxids, changed = unpack(KEYS)
local op, s, m, fresh, content = unpack(ARGV)
local retain = tonumber(ARGV[6])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local expired = now - retain * 1000

local function forget(id)
  local name = redis.call('HGET', mtxids, id)
  if name and redis.call('HGET', stxids, name) == id then redis.call('HDEL', stxids, name) end
  redis.call('HDEL', mtxids, id)
  redis.call('HDEL', sales, id)
  redis.call('HDEL', calculations, id)
  redis.call('ZREM', changed, id)
end

local function isKept(id)
  if redis.call('HEXISTS', calculations, id) == 0 then return false end
  local at = retain > 0 and redis.call('ZSCORE', changed, id)
  return not at or tonumber(at) > expired
end

local function touch(id)
  redis.call('ZADD', changed, now, id)
  if retain > 0 then
    for _, old in ipairs(redis.call('ZRANGEBYSCORE', changed, '-inf', expired, 'LIMIT', 0, 100)) do forget(old) end
    for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, retain) end
  elseif redis.call('PTTL', changed) > 0 then
    for _, key in ipairs(KEYS) do redis.call('PERSIST', key) end
  end
end

local id = false
local named = m ~= '' and redis.call('HGET', stxids, m)
if named and not isKept(named) then
  if op ~= 'find' then forget(named) end
  named = false
end

if s ~= '' then
  if not isKept(s) then return {'unknown', 'sTxId'} end
  local own = redis.call('HGET', mtxids, s)
  if m ~= '' and own ~= m and (own or named) then return {'mismatched'} end
  id = s
else
  id = named
end

local kind = 'found'
if op == 'record' then
  kind = id and 'updated' or 'opened'
  id = id or fresh
  redis.call('HSET', calculations, id, content)
elseif not id then
  return {'unknown', 'mTxId'}
elseif op == 'attach' then
  kind = 'attached'
  redis.call('HSET', sales, id, content)
end

if op ~= 'find' then
  if m ~= '' then
    redis.call('HSET', mtxids, id, m)
    redis.call('HSET', stxids, m, id)
  end
  touch(id)
end

return {kind, id, redis.call('HGET', mtxids, id), redis.call('HGET', calculations, id), redis.call('HGET', sales, id)}
`;
