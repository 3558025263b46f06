package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What fans bought elsewhere: imported again every night, read by the day, and left behind when a fan goes. */
class PurchasesJourneyTest extends Journey {

    private static final String ALL = "/api/v1/crm/purchases";
    private static final String FANS = "/api/v1/crm/fans/";

    @Test
    void a_nightly_import_changes_what_is_new_and_nothing_of_the_fans() throws Exception {
        long ada = bought("k1", "ada@shop.example", "12.50").get("fan_id").asLong();
        api.post(FANS + ada, "is_subscribed", false, "email", "ada@home.example")
                .mustBe(200);
        long before = mark();
        assertThat(bought("k1", "ada@shop.example", "12.5").get("fan_id").asLong())
                .isEqualTo(ada);
        nothingIsRecordedSince(before);

        assertThat(bought("k1", "Bea@shop.example", "13").get("fan_id").asLong())
                .isNotEqualTo(ada);
        JsonNode moved = rows().get(0);
        assertThat(moved.get("email").asString()).isEqualTo("bea@shop.example");
        assertThat(moved.get("gross_sale_amount").decimalValue()).isEqualByComparingTo("13");
        assertThat(moved.get("deduction_amount").decimalValue()).isEqualByComparingTo("3");
        assertThat(rows()).hasSize(1);
    }

    @Test
    void a_customer_key_finds_its_fan_at_once_or_when_it_is_reported_again() {
        assertThat(boughtBy("k1", "c-1").get("fan_id").isNull()).isTrue();
        long ada = api.fan("ada@shop.example");
        api.post(FANS + ada + "/identifiers", "network", "shop", "identifier_value", "c-1")
                .mustBe(200);
        assertThat(rows().at("/0/customer_key").asString()).isEqualTo("c-1");
        assertThat(boughtBy("k1", "c-1").get("fan_id").asLong()).isEqualTo(ada);
        assertThat(boughtBy("k2", "c-1").get("fan_id").asLong()).isEqualTo(ada);
        assertThat(rows().valueStream().map(row -> row.get("fan_id").asLong())).containsExactly(ada, ada);
        assertThat(rows().at("/0/customer_key").asString()).isEqualTo("c-1");
    }

    @Test
    void an_erased_fans_stay_without_anything_personal_and_bring_nobody_back() throws Exception {
        long ada = bought("k1", "ada@shop.example", "12.50").get("fan_id").asLong();
        api.delete(FANS + ada).mustBe(200);
        JsonNode row = rows().get(0);
        assertThat(row.get("fan_id").asLong()).isEqualTo(ada);
        assertThat(row.get("gross_sale_amount").decimalValue()).isEqualByComparingTo("12.50");
        for (String personal : List.of("email", "phone", "customer_key", "country_code", "province", "city")) {
            assertThat(row.get(personal).isNull()).as(personal).isTrue();
        }
        long before = mark();
        for (String email : List.of("ada@shop.example", "bea@shop.example")) {
            assertThat(bought("k1", email, "99").get("fan_id").asLong()).isEqualTo(ada);
        }
        nothingIsRecordedSince(before);
    }

    @Test
    void a_buyer_who_never_becomes_a_fan_can_be_erased_and_no_import_brings_him_back() throws Exception {
        String managed = "/api/v1/manage/purchases";
        for (String key : List.of("k1", "k2", "k3")) {
            boughtBy(key, key.equals("k3") ? "c-2" : "c-1");
        }
        long ada = bought("k4", "ada@shop.example", "1").get("fan_id").asLong();
        assertThat(api.delete(managed, "network", "shop", "purchase_key", "k3")
                        .mustBe(200)
                        .body()
                        .values())
                .extracting(JsonNode::asString)
                .containsExactly("k3");
        assertThat(customers()).containsExactly("c-1", "c-1", "", "");
        assertThat(api.delete(managed, "network", "shop", "customer_key", "c-1")
                        .mustBe(200)
                        .body()
                        .values())
                .extracting(JsonNode::asString)
                .containsExactly("k1", "k2");
        assertThat(customers()).containsExactly("", "", "", "");
        assertThat(rows().at("/0/gross_sale_amount").decimalValue()).isEqualByComparingTo("12.50");
        api.post(FANS + ada + "/identifiers", "network", "shop", "identifier_value", "c-1")
                .mustBe(200);
        long before = mark();
        for (String key : List.of("k1", "k2", "k3")) {
            assertThat(boughtBy(key, "c-1").get("fan_id").isNull()).as(key).isTrue();
        }
        assertThat(api.delete(managed, "network", "shop", "customer_key", "c-1")
                        .mustBe(200)
                        .body())
                .isEmpty();
        nothingIsRecordedSince(before);
        for (String wrong : List.of("k4", "unknown", "")) {
            assertThat(api.delete(managed, "network", "shop", "purchase_key", wrong)
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo("purchase_key");
        }
        api.delete(managed, "network", "shop", "purchase_key", "k1", "customer_key", "c-1")
                .mustBe(400);
    }

    private List<String> customers() {
        return rows().valueStream()
                .map(row -> row.get("customer_key").asString(""))
                .toList();
    }

    @Test
    void four_writers_and_one_who_pages_miss_and_repeat_nothing() throws Exception {
        int each = 270;
        List<Callable<Integer>> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            String keys = "k" + writer + "-";
            writers.add(() -> {
                for (int i = 0; i < each; i++) {
                    bought(keys + i, "fan" + i % 50 + "@shop.example", "1");
                }
                return each;
            });
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(writers.size())) {
            List<Future<Integer>> all = writers.stream().map(threads::submit).toList();
            JsonNode first = page(null);
            while (!first.at("/meta/next_purchase_key").isString()) {
                first = page(null);
            }
            String next = first.at("/meta/next_purchase_key").asString();
            JsonNode early = page(next);
            for (Future<Integer> one : all) {
                assertThat(one.get()).isEqualTo(each);
            }
            JsonNode late = page(next);
            assertThat(keys(early)).isEqualTo(keys(late).subList(0, keys(early).size()));
            assertThat(Stream.concat(keys(first).stream(), keys(late).stream()))
                    .hasSize(4 * each)
                    .doesNotHaveDuplicates();
        }
    }

    private static List<String> keys(JsonNode page) {
        return page.get("data")
                .valueStream()
                .map(row -> row.get("purchase_key").asString())
                .toList();
    }

    private JsonNode bought(String key, String email, String gross) {
        return record(key, gross, "email", email);
    }

    private JsonNode boughtBy(String key, String customer) {
        return record(key, "12.50", "customer_key", customer);
    }

    private JsonNode record(String key, String gross, String who, String value) {
        return api.post(
                        ALL,
                        "purchase_key",
                        key,
                        "network",
                        "shop",
                        "order_key",
                        "o1",
                        "merchant_key",
                        "m1",
                        "order_timestamp",
                        "2026-02-01 10:00:00",
                        "gross_sale_amount",
                        gross,
                        "net_sale_amount",
                        "10",
                        "city",
                        "Lyon",
                        who,
                        value)
                .mustBe(200)
                .body();
    }

    private JsonNode rows() {
        return page(null).get("data");
    }

    private JsonNode page(@Nullable String after) {
        return api.get(
                        ALL,
                        "network",
                        "shop",
                        "start_date",
                        "2026-01-31",
                        "end_date",
                        "2026-02-02",
                        "next_purchase_key",
                        after == null ? "" : after)
                .mustBe(200)
                .body();
    }
}
