-- Follows the link of a tracker; needs TRACKER_KEY in the environment. With BOT=on no click is recorded.
local path = "/t/" .. os.getenv("TRACKER_KEY")
local bot = os.getenv("BOT") == "on"
local stamp = os.time()
local threads = 0
function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end
local n = 0
function request()
  n = n + 1
  -- Each visitor is another one: the same one makes no second click within ten seconds.
  local agent = bot and "Googlebot/2.1" or "Mozilla/5.0 (Windows NT 10.0) " .. stamp .. "-" .. id .. "-" .. n
  return wrk.format("GET", path, { ["User-Agent"] = agent, ["Host"] = "127.0.0.1" })
end
