-- Activities: of fans by their ids (BY=fan), or of fans with a known email (BY=email); needs KEY, SECRET, FANS
-- (comma-separated ids; the one at place i has the email http-<i-1>@http.example) and TITLE in the environment.
local fans = {}
for fan in string.gmatch(os.getenv("FANS"), "[^,]+") do fans[#fans + 1] = fan end
local by_email = os.getenv("BY") == "email"
local title = os.getenv("TITLE")
local threads = 0
function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.headers["Api-Key"] = os.getenv("KEY")
wrk.headers["Api-Secret"] = os.getenv("SECRET")
function init(args)
  math.randomseed(os.time() + id)
end
function request()
  local one = math.random(#fans)
  if by_email then
    local body = "campaign_title=" .. title .. "&email=http-" .. (one - 1) .. "@http.example"
    return wrk.format(nil, "/api/v1/crm/activities", nil, body)
  end
  local body = "campaign_title=" .. title .. "&field_colour=blue"
  return wrk.format(nil, "/api/v1/crm/fans/" .. fans[one] .. "/activities", nil, body)
end
