package encore.api.purchases;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.purchases.PurchaseBuilder;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfFan;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PurchasesOfFanControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(PurchasesOfFanController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @Test
    void the_last_page_of_a_fan_s_purchases_names_no_next_one() {
        backend.on(
                FindPurchasesOfFan.class,
                query -> new Page<>(
                        List.of(PurchaseBuilder.builder()
                                .accountId(7)
                                .fanId(42L)
                                .purchaseKey("k1")
                                .build()),
                        "9",
                        "9",
                        false,
                        12));
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/42/purchases")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"meta": {"count": 1}, "data": [{"purchase_key": "k1", "fan_id": 42}]}""");
        assertThat(backend.asked).isEqualTo(List.of(new FindPurchasesOfFan(7, 42, new NextKey(null, 1_000))));
    }

    @Test
    void an_id_that_is_no_number_asks_for_nothing() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/me/purchases")
                .exchange()
                .expectStatus()
                .is4xxClientError();
        assertThat(backend.asked).isEmpty();
    }
}
