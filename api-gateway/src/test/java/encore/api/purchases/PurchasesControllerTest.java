package encore.api.purchases;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.purchases.PurchaseBuilder;
import encore.kernel.purchases.PurchaseCommand.RecordPurchase;
import encore.kernel.purchases.PurchaseDetailsBuilder;
import encore.kernel.purchases.PurchaseQuery.FindPurchases;
import encore.kernel.purchases.PurchaseQueryPurchaseSelectionBuilder;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.RecordedPurchase;
import encore.kernel.time.Days;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PurchasesControllerTest {

    private static final String PATH = "/api/v1/crm/purchases";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String REQUIRED = "purchase_key=k1&network=shop&order_key=o1&merchant_key=m1"
            + "&order_timestamp=2026-02-01 10:00:00&gross_sale_amount=12.50&net_sale_amount=10";
    private static final Instant ORDERED = Instant.parse("2026-02-01T10:00:00Z");

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(PurchasesController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void one_purchase() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(RecordPurchase.class, command -> new RecordedPurchase("k1", null))
                .on(
                        FindPurchases.class,
                        query -> new Page<>(
                                List.of(PurchaseBuilder.builder()
                                        .accountId(7)
                                        .network("shop")
                                        .purchaseKey("k1")
                                        .orderKey("o1")
                                        .merchantKey("m1")
                                        .customerKey("c-1")
                                        .orderTimestamp(ORDERED)
                                        .grossSaleAmount(new BigDecimal("12.5"))
                                        .netSaleAmount(new BigDecimal("10"))
                                        .deductionAmount(new BigDecimal("2.5"))
                                        .build()),
                                "17",
                                "17",
                                query.paging().after() == null,
                                20));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | " + REQUIRED
                        + "&customer_key=c-1&email= Ann@fans.example&phone=0612345678&country=France&city=Lyon",
                "application/json | {\"purchase_key\": \"k1\", \"network\": \"shop\", \"order_key\": \"o1\","
                        + " \"merchant_key\": \"m1\", \"order_timestamp\": 1769940000, \"gross_sale_amount\": 12.50,"
                        + " \"net_sale_amount\": \"10\", \"customer_key\": \"c-1\", \"email\": \"ann@fans.example\","
                        + " \"phone\": \"+33 612345678\", \"country\": \"fr\", \"city\": \"Lyon\"}"
            })
    void a_purchase_is_recorded_with_what_is_said_of_its_buyer(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk().expectBody().json("{\"purchase_key\": \"k1\", \"fan_id\": null}");
        var sent = (RecordPurchase) backend.sent.getFirst();
        assertThat(sent.details())
                .isEqualTo(PurchaseDetailsBuilder.builder()
                        .network("shop")
                        .purchaseKey("k1")
                        .orderKey("o1")
                        .merchantKey("m1")
                        .orderTimestamp(ORDERED)
                        .grossSaleAmount(new BigDecimal("12.5"))
                        .netSaleAmount(new BigDecimal("10"))
                        .build());
        assertThat(sent.purchaser())
                .isEqualTo(new Purchaser("c-1", "ann@fans.example", "+33612345678", "FR", null, "Lyon"));
        assertThat(sent.purchase().account()).isEqualTo(7);
    }

    @Test
    void blank_values_are_left_out() {
        GATEWAY.post(PATH, FORM, REQUIRED + "&email=&phone=%20&country=&city=%20")
                .isOk();
        assertThat(((RecordPurchase) backend.sent.getFirst()).purchaser()).isEqualTo(Purchaser.EMPTY);
    }

    @ParameterizedTest
    @CsvSource({
        "network, network= ",
        "gross_sale_amount, gross_sale_amount=much",
        "net_sale_amount, net_sale_amount=1e20",
        "order_timestamp, order_timestamp=yesterday",
        "country, country=Nowhere",
        "email, email=nobody"
    })
    void bad_input_is_named(String field, String wrong) {
        String body = REQUIRED.replaceAll("(^|&)" + field + "=[^&]*", "") + "&" + wrong;
        GATEWAY.post(PATH, FORM, body)
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void the_refusal_of_an_amount_of_too_many_digits_says_how_many_there_may_be() {
        GATEWAY.post(PATH, FORM, REQUIRED.replaceAll("net_sale_amount=[^&]*", "net_sale_amount=-1e16"))
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].message")
                .isEqualTo("must have at most 13 digits before the point and 6 after it");
    }

    @Test
    void a_page_lies_between_its_days_and_leads_on_while_more_follows() {
        String window = PATH + "?network=shop&start_date=2026-01-31&end_date=2026-02-02";
        GATEWAY.server()
                .get()
                .uri(window)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"meta": {"page_size": 1000, "next_purchase_key": "17", "count": 1},
                         "data": [{"account_id": 7, "order_timestamp": 1769940000,
                                   "order_timestamp_iso": "2026-02-01T10:00:00Z", "gross_sale_amount": 12.5,
                                   "net_sale_amount": 10, "deduction_amount": 2.5, "fan_id": null}]}
                        """);
        LocalDate day = LocalDate.of(2026, 2, 1);
        assertThat(backend.asked.getFirst())
                .isEqualTo(new FindPurchases(
                        7,
                        PurchaseQueryPurchaseSelectionBuilder.builder()
                                .network("shop")
                                .days(new Days(day, day))
                                .build(),
                        new NextKey(null, 1_000)));
        GATEWAY.server()
                .get()
                .uri(window + "&next_purchase_key=17")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.meta.next_purchase_key")
                .doesNotExist();
    }
}
