package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An account saves searches as filters, and sends what their fans and those of its tags are to other tools. */
class SegmentsJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans";
    private static final String FILTERS = "/api/v1/manage/search_filters";
    private static final String SNAPSHOTS = "/api/v1/manage/snapshots";
    private static final String SEGMENTS = "/api/v1/segments";

    @Test
    void a_saved_filter_is_counted_paged_and_described_as_its_fans_are_now() {
        String mia = "mia@fans.example";
        id(api.post(FANS, "email", mia, "tag_VIP", true, "gender", "female", "birth_date", "1990-05-05"));
        id(api.post(FANS, "email", "ben@fans.example", "tag_vip", true, "is_subscribed", true, "country_code", "US"));
        long tom = id(api.post(FANS, "email", "tom@fans.example"));
        JsonNode made = api.post(FILTERS, "filter_name", "Guests", "group_name", "door", "fan_tags", "vip")
                .mustBe(200)
                .body();
        assertThat(made.at("/criteria").toString()).isEqualTo("{\"fan_tags\":[\"vip\"]}");
        String uid = made.get("filter_uid").asString();
        api.post(FILTERS, "filter_name", "guests", "name", "tom").mustBe(400);
        api.post(FILTERS, "filter_name", "Tom", "name", "tom").mustBe(200);

        assertThat(counts("/api/v1/crm/search_filters", "filter_name", "last_search_count"))
                .containsExactly("Guests 2", "Tom 1");
        assertThat(counts("/api/v1/crm/search_filters", "filter_name", "last_search_count", "group_name", "door"))
                .containsExactly("Guests 2");
        assertThat(counts(SEGMENTS, "segment_name", "segment_count")).containsExactly("VIP 2", "Guests 2", "Tom 1");

        assertThat(found("fan_tags", "vip")).isEqualTo(2);
        assertThat(found("name", "tom", "fan_tags", "vip")).isZero();

        api.post(FANS, "email", "tom@fans.example", "tag_vip", true).mustBe(200);
        String segment = SEGMENTS + "/filter/" + uid;
        JsonNode first = api.get(segment, "limit", 2).mustBe(200).body();
        assertThat(first.at("/data/0/is_subscribed").isBoolean()).isTrue();
        assertThat(first.at("/data/0/email").asString()).isEqualTo(mia);
        // Who joins meanwhile is in none of these pages.
        id(api.post(FANS, "email", "late@fans.example", "tag_vip", true));
        String search = first.at("/meta/search_uid").asString();
        JsonNode second = api.get(segment, "search_uid", search).mustBe(200).body();
        assertThat(second.at("/data")).hasSize(1);
        assertThat(second.at("/data/0/fan_id").longValue()).isEqualTo(tom);
        assertThat(second.at("/meta/search_uid").isMissingNode()).isTrue();
        JsonNode tag = api.get(SEGMENTS).mustBe(200).body().get(0);
        String ofTag = SEGMENTS + "/tag/" + tag.get("segment_id").asString();
        api.get(ofTag, "search_uid", search).mustBe(400);
        JsonNode none = api.get(ofTag, "limit", 0).mustBe(200).body();
        assertThat(none.at("/data")).isEmpty();
        assertThat(api.get(ofTag, "search_uid", none.at("/meta/search_uid").asString(), "limit", 9)
                        .mustBe(200)
                        .body()
                        .at("/data"))
                .hasSize(4);

        JsonNode status = api.get(segment + "/status").mustBe(200).body();
        assertThat(status.get("fan_count").longValue()).isEqualTo(4);
        assertThat(status.get("email_subscribe_count").longValue()).isEqualTo(1);
        assertThat(status.get("last_update_timestamp").longValue()).isPositive();
        JsonNode stats = api.get("/api/v1/crm/fan_stats", "filter_name", "GUESTS")
                .mustBe(200)
                .body();
        assertThat(stats.at("/fans/fan_count").longValue()).isEqualTo(4);
        assertThat(stats.at("/fan_demographics/gender/female").longValue()).isEqualTo(1);
        assertThat(stats.at("/fan_demographics/gender/unknown").longValue()).isEqualTo(3);
        assertThat(stats.at("/top_countries/US").longValue()).isEqualTo(1);
        assertThat(stats.at("/fan_metrics/revenue").decimalValue()).isZero();

        api.post(FILTERS + "/" + uid, "filter_name", "Subscribers", "fan_only_filter", "is_subscribed")
                .mustBe(200);
        assertThat(counts(SEGMENTS, "segment_name", "segment_count"))
                .containsExactly("VIP 4", "Subscribers 1", "Tom 1");
        assertThat(api.delete(FILTERS + "/" + uid).mustBe(200).text()).isEqualTo("true");
        api.get(segment).mustBe(404);
        api.get(SEGMENTS + "/quest/" + uid).mustBe(404);
        api.get("/api/v1/crm/fan_stats", "filter_name", "Subscribers").mustBe(400);
        api.post(FILTERS, "filter_name", "subscribers", "fan_tags", "nobody's").mustBe(200);
        JsonNode empty = api.get(FILTERS).mustBe(200).body().get(1);
        assertThat(api.get(SEGMENTS + "/filter/" + empty.get("filter_uid").asString() + "/status")
                        .mustBe(200)
                        .body()
                        .get("last_update_timestamp"))
                .as("made then")
                .isEqualTo(empty.get("creation_timestamp"));
    }

    @Test
    void a_snapshot_is_of_one_moment_and_who_was_written_to_is_left_out_the_next_time() {
        long mia = id(api.post(FANS, "email", "mia@frozen.example", "tag_VIP", true));
        long ben = id(api.post(FANS, "email", "ben@frozen.example", "tag_VIP", true));
        String tag = api.get(SEGMENTS).mustBe(200).body().at("/0/segment_id").asString();
        Object[] may = {"snapshot_name", "May mail", "segment_type", "tag", "segment_id", tag};
        Api once = api.with("Idempotency-Key", "may");
        Api.Answer taken = once.post(SNAPSHOTS, may).mustBe(200);
        assertThat(taken.body().get("fan_count").longValue()).isEqualTo(2);
        String uid = taken.body().get("snapshot_uid").asString();
        api.post(SNAPSHOTS, "snapshot_name", "may MAIL", "fan_ids", mia).mustBe(400);
        api.post(SNAPSHOTS, "snapshot_name", "Foreign", "fan_ids", mia, "fan_ids", 1)
                .mustBe(400);

        // Who comes later is in the tag, not in its snapshot, and one that is asked for again is the same.
        long zoe = id(api.post(FANS, "email", "zoe@frozen.example", "tag_VIP", true));
        assertThat(once.post(SNAPSHOTS, may).mustBe(200).body()).isEqualTo(taken.body());
        assertThat(ids("fan_incl_snapshot_uids", uid)).containsExactly(mia, ben);
        assertThat(ids("fan_tags", "vip", "fan_excl_snapshot_uids", uid)).containsExactly(zoe);
        api.get(FANS, "fan_incl_snapshot_uids", "none").mustBe(400);
        api.post(FILTERS, "filter_name", "Next", "fan_excl_snapshot_uids", "none")
                .mustBe(400);
        api.post(FILTERS, "filter_name", "Next", "fan_tags", "vip", "fan_excl_snapshot_uids", uid)
                .mustBe(200);
        assertThat(counts(SEGMENTS, "segment_name", "segment_count")).containsExactly("VIP 3", "May mail 2", "Next 1");

        // An erased fan is in no answer any more.
        api.delete(FANS + "/" + ben).mustBe(200);
        String segment = SEGMENTS + "/snapshot/" + uid;
        assertThat(api.get(segment).mustBe(200).body().at("/data"))
                .extracting(fan -> fan.get("fan_id").longValue())
                .containsExactly(mia);
        assertThat(api.get(segment + "/status")
                        .mustBe(200)
                        .body()
                        .get("fan_count")
                        .longValue())
                .isEqualTo(1);
        assertThat(ids("fan_incl_snapshot_uids", uid)).containsExactly(mia);

        api.post(SNAPSHOTS + "/" + uid, "snapshot_name", "Spring").mustBe(200);
        api.post(SNAPSHOTS, "snapshot_name", "May mail", "fan_tags", "vip").mustBe(200);
        assertThat(counts(SNAPSHOTS, "snapshot_name", "fan_count")).containsExactly("Spring 1", "May mail 2");
        assertThat(api.get("/api/v1/crm/fan_stats", "filter_name", "Next")
                        .mustBe(200)
                        .body()
                        .at("/fans/fan_count")
                        .longValue())
                .isEqualTo(1);

        // A filter whose snapshot is gone writes to nobody, rather than to everybody.
        assertThat(api.delete(SNAPSHOTS + "/" + uid).mustBe(200).text()).isEqualTo("true");
        api.get(segment).mustBe(404);
        api.get(SNAPSHOTS + "/" + uid).mustBe(404);
        api.get(FANS, "fan_incl_snapshot_uids", uid).mustBe(400);
        assertThat(counts(SEGMENTS, "segment_name", "segment_count")).containsExactly("VIP 2", "May mail 2", "Next 0");
    }

    private List<Long> ids(Object... query) {
        return api.get(FANS, query)
                .mustBe(200)
                .body()
                .at("/data")
                .valueStream()
                .map(fan -> fan.get("fan_id").longValue())
                .toList();
    }

    private long found(Object... criteria) {
        return api.get("/api/v1/manage/fan_count", criteria)
                .mustBe(200)
                .body()
                .get("fan_count")
                .longValue();
    }

    private static long id(Api.Answer answer) {
        return answer.mustBe(200).body().get("fan_id").longValue();
    }

    private List<String> counts(String path, String name, String count, Object... query) {
        return api.get(path, query)
                .mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get(name).asString() + " " + row.get(count).longValue())
                .toList();
    }
}
