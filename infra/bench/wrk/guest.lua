-- Guest connects with the public key alone; needs KEY and BUSINESS in the environment.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
wrk.headers["Api-Key"] = os.getenv("KEY")
local whole
function init(args)
  whole = wrk.format(nil, "/api/v1/sessions/connect", nil, "business_id=" .. os.getenv("BUSINESS"))
end
function request() return whole end
