package encore.api.purchases;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.purchases.ErasedBuyers;
import encore.kernel.purchases.Purchase;
import encore.kernel.purchases.PurchaseBuilder;
import encore.kernel.purchases.PurchaseCommand.EraseBuyerOfPurchase;
import encore.kernel.purchases.PurchaseCommand.EraseBuyersOfCustomer;
import encore.kernel.purchases.PurchaseQuery.FindPurchasesOfCustomer;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;

class ManagedPurchasesControllerTest {

    private static final String PATH = "/api/v1/manage/purchases";
    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ManagedPurchasesController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void purchases() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(EraseBuyerOfPurchase.class, command -> new ErasedBuyers(List.of(command.purchaseKey())))
                .on(EraseBuyersOfCustomer.class, command -> new ErasedBuyers(command.purchaseKeys()));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void one_purchase_is_named_by_its_key() {
        delete("?network=shop&purchase_key=k1").isOk().expectBody().json("[\"k1\"]");
        var sent = (EraseBuyerOfPurchase) backend.sent.getFirst();
        assertThat(sent.network()).isEqualTo("shop");
        assertThat(sent.purchaseKey()).isEqualTo("k1");
        assertThat(sent.stream().account()).isEqualTo(7);
        assertThat(backend.asked).isEmpty();
    }

    /** A page without a match is not the end. */
    @Test
    void a_customer_is_looked_for_page_by_page_and_erased_by_one_command() {
        backend.on(
                FindPurchasesOfCustomer.class,
                query -> query.paging().after() == null
                        ? new Page<Purchase>(List.of(), "1", "17", true, 20)
                        : new Page<>(List.of(purchase("k2"), purchase("k3")), "18", "19", false, 20));
        delete("?network=shop&customer_key=c-1").isOk().expectBody().json("[\"k2\",\"k3\"]");
        assertThat(backend.sent).hasSize(1);
        assertThat(((EraseBuyersOfCustomer) backend.sent.getFirst()).purchaseKeys())
                .containsExactly("k2", "k3");
    }

    @Test
    void one_call_erases_at_most_a_thousand() {
        List<Purchase> many =
                IntStream.range(0, 700).mapToObj(i -> purchase("k" + i)).toList();
        backend.on(FindPurchasesOfCustomer.class, query -> new Page<>(many, "1", "17", true, 20));
        delete("?network=shop&customer_key=c-1").isOk();
        assertThat(((EraseBuyersOfCustomer) backend.sent.getFirst()).purchaseKeys())
                .hasSize(1_000);
    }

    @ParameterizedTest
    @CsvSource({
        "network, ?purchase_key=k1",
        "purchase_key, ?network=shop",
        "purchase_key, ?network=shop&purchase_key=%20",
        "purchase_key, ?network=shop&purchase_key=k1&customer_key=c-1"
    })
    void bad_input_is_named(String field, String query) {
        delete(query).isBadRequest().expectBody().jsonPath("$.errors[0].field").isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    private static StatusAssertions delete(String query) {
        // A template would encode the percent sign of the query once more.
        return GATEWAY.server()
                .delete()
                .uri(builder -> URI.create(builder.path(PATH).build() + query))
                .exchange()
                .expectStatus();
    }

    private static Purchase purchase(String key) {
        return PurchaseBuilder.builder()
                .accountId(7)
                .network("shop")
                .purchaseKey(key)
                .build();
    }
}
