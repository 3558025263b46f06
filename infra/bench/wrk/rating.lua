-- Gives fans new ratings, about RATE times a second by 32 connections; needs KEY, SECRET, FANS (their number) and RATE in the environment.
local fans = tonumber(os.getenv("FANS"))
local pause = 32000 / tonumber(os.getenv("RATE")) - 4
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.headers["Api-Key"] = os.getenv("KEY")
wrk.headers["Api-Secret"] = os.getenv("SECRET")
function delay()
  return pause
end
local n = 0
function request()
  n = n + 1
  local fan = string.format("%.0f", 2 ^ 40 + math.random(fans) - 1)
  return wrk.format(nil, "/api/v1/manage/fans/" .. fan, nil, "rating=" .. (n % 5 + 1))
end
