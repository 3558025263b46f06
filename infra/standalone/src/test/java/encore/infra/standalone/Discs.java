package encore.infra.standalone;

/** What journeys do again and again in an installation that is stopped and started: award discs, and count them. */
final class Discs {

    private Discs() {}

    /** Returns the uid of the record. */
    static String award(Api api, String points, long fan, long count, String key) {
        return text(
                api.post(
                        "/api/v1/ent/fan_points",
                        "fan_id",
                        fan,
                        "point_count",
                        count,
                        "point_uid",
                        points,
                        "award_key",
                        key),
                "fan_point_uid");
    }

    static long balance(Api api, long fan) {
        return api.get("/api/v1/manage/fans/" + fan + "/balances")
                .mustBe(200)
                .body()
                .valueStream()
                .filter(row -> row.get("point_name").asString().equals("discs"))
                .findFirst()
                .orElseThrow()
                .get("balance")
                .asLong();
    }

    static String text(Api.Answer answer, String field) {
        return answer.mustBe(200).body().get(field).asString();
    }

    static long number(Api.Answer answer, String field) {
        return answer.mustBe(200).body().get(field).asLong();
    }
}
