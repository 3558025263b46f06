-- Durable awards without award keys to many fans; needs KEY, SECRET, POINT_UID and FANS (comma-separated) in the environment.
local fans = {}
for fan in string.gmatch(os.getenv("FANS"), "[^,]+") do fans[#fans + 1] = fan end
local prefix = "point_uid=" .. os.getenv("POINT_UID") .. "&point_count=1&fan_id="
local keyed = os.getenv("AWARD_KEYS") == "on"
local threads = 0
function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end
local n = 0
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.headers["Api-Key"] = os.getenv("KEY")
wrk.headers["Api-Secret"] = os.getenv("SECRET")
local stamp = os.time()
-- Built once where all requests are equal: the generator shares the cores with the server.
local requests = {}
local path = "/api/v1/ent/fan_points"
function init(args)
  math.randomseed(stamp + id)
  for i, fan in ipairs(fans) do requests[i] = wrk.format(nil, path, nil, prefix .. fan) end
end
function request()
  if not keyed then return requests[math.random(#requests)] end
  n = n + 1
  return wrk.format(nil, path, nil, prefix .. fans[math.random(#fans)] .. "&award_key=" .. stamp .. "-" .. id .. "-" .. n)
end
