package encore.command.purchases;

import static encore.command.AggregateUnderTest.refusal;
import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.RecordOwner;
import encore.kernel.fans.FanId;
import encore.kernel.purchases.BuyerId;
import encore.kernel.purchases.ErasedBuyer;
import encore.kernel.purchases.PurchaseCommand.AddPurchase;
import encore.kernel.purchases.PurchaseCommand.EraseBuyer;
import encore.kernel.purchases.PurchaseCommand.RepeatPurchase;
import encore.kernel.purchases.PurchaseDetails;
import encore.kernel.purchases.PurchaseEvent.BuyerErased;
import encore.kernel.purchases.PurchaseEvent.BuyerFound;
import encore.kernel.purchases.PurchaseEvent.PurchaseChanged;
import encore.kernel.purchases.PurchaseEvent.PurchaseRecorded;
import encore.kernel.purchases.PurchaseId;
import encore.kernel.purchases.Purchaser;
import encore.kernel.purchases.PurchaserBuilder;
import encore.kernel.purchases.RecordedPurchase;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PurchaseTest {

    private static final PurchaseId DISC = new PurchaseId(7, "p1");
    private static final FanId ANN = new FanId(7, 42);
    private static final FanId BEA = new FanId(7, 43);

    private final AggregateUnderTest<Purchase> purchase = new AggregateUnderTest<>(Purchase.class);

    @BeforeEach
    void fans() {
        purchase.streams.open(ANN).open(BEA);
    }

    @Test
    void a_new_one_holds_its_key_on_its_network() {
        purchase.givenNoPriorActivity()
                .when(new AddPurchase(DISC, ANN, details("12.50"), of("ann@fans.example")))
                .expectEvents(recorded(ANN, of("ann@fans.example")))
                .expectResultMessagePayload(new RecordedPurchase("k1", 42L));
        assertThat(purchase.claims.held)
                .containsEntry(RecordOwner.keyClaim("purchase_key", 7, "shop", "k1"), "purchase.7.p1")
                .hasSize(1);
        assertThat(purchase.subjectKeys.made).isEmpty();
    }

    @Test
    void details_of_an_unknown_purchaser_are_under_a_key_of_their_own() {
        Purchaser stranger = Purchasers.called("c-1");
        purchase.givenNoPriorActivity()
                .when(new AddPurchase(DISC, null, details("12.50"), stranger))
                .expectEvents(recorded(null, stranger))
                .expectResultMessagePayload(new RecordedPurchase("k1", null));
        assertThat(purchase.subjectKeys.made).containsExactly("buyer.7.p1");
    }

    @Test
    void a_fan_who_was_erased_since_it_was_found_is_looked_for_again() {
        purchase.streams.ended(ANN);
        purchase.givenNoPriorActivity()
                .when(new AddPurchase(DISC, ANN, details("12.50"), of("ann@fans.example")))
                .expectException(refusal(CONFLICT, "fan-gone"));
    }

    @Test
    void an_equal_repeat_changes_nothing() {
        purchase.given(recorded(ANN, of("ann@fans.example")))
                .when(new RepeatPurchase(DISC, null, details("12.5"), of("ann@fans.example"), "r"))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedPurchase("k1", 42L));
    }

    @Test
    void details_that_a_repeat_leaves_out_stay_and_a_change_carries_all() {
        var first = new Purchaser("c-1", "ann@fans.example", null, "FR", null, "Lyon");
        purchase.given(recorded(ANN, first))
                .when(new RepeatPurchase(
                        DISC, null, details("13"), new Purchaser(null, null, "+33612345678", null, null, "Nice"), "r"))
                .expectEvents(new PurchaseChanged(
                        DISC,
                        ANN,
                        details("13"),
                        new Purchaser("c-1", "ann@fans.example", "+33612345678", "FR", null, "Nice"),
                        null));
    }

    @Test
    void another_email_is_looked_for_first_and_then_moves_it() {
        var again = new RepeatPurchase(DISC, null, details("12.50"), of("bea@fans.example"), "r");
        purchase.given(recorded(ANN, of("ann@fans.example")))
                .when(again)
                .expectException(refusal(CONFLICT, RecordOwner.OTHER_CONTACT));
        purchase.given(recorded(ANN, of("ann@fans.example")))
                .when(new RepeatPurchase(DISC, BEA, details("12.50"), of("bea@fans.example"), "r"))
                .expectEvents(new PurchaseChanged(DISC, BEA, details("12.50"), of("bea@fans.example"), null))
                .expectResultMessagePayload(new RecordedPurchase("k1", 43L));
    }

    @Test
    void of_an_erased_fan_nothing_is_recorded_whatever_it_says() {
        purchase.streams.ended(ANN);
        for (String email : new String[] {"ann@fans.example", "bea@fans.example"}) {
            purchase.given(recorded(ANN, of("ann@fans.example")))
                    .when(new RepeatPurchase(DISC, null, details("99"), of(email), "r"))
                    .expectNoEvents()
                    .expectResultMessagePayload(new RecordedPurchase("k1", 42L));
        }
    }

    @Test
    void a_buyer_who_turns_out_to_be_a_fan_is_forgotten_as_nobody() {
        Purchaser stranger = Purchasers.called("c-1");
        purchase.given(recorded(null, stranger))
                .when(new RepeatPurchase(DISC, ANN, details("12.50"), stranger, "r"))
                .expectEvents(new PurchaseChanged(DISC, ANN, details("12.50"), stranger, null));
        assertThat(purchase.facts.written).containsEntry("buyer.7.p1", new BuyerFound(DISC.buyer(), ANN));
    }

    /** After a restore the first key may be destroyed, or missing and come back later. */
    @Test
    void a_buyer_whose_data_cannot_be_read_gets_a_new_key_when_it_is_reported_again() {
        Purchaser stranger = Purchasers.called("c-1");
        var renewed = new BuyerId(7, "p1", "r");
        var changed = new PurchaseChanged(DISC, null, details("12.50"), stranger, renewed);
        purchase.given(recorded(null, Purchaser.EMPTY))
                .when(new RepeatPurchase(DISC, null, details("12.50"), stranger, "r"))
                .expectEvents(changed);
        assertThat(purchase.subjectKeys.made).containsExactly("buyer.7.p1.r");
        assertThat(changed.subject()).isEqualTo(renewed);
        purchase.given(recorded(null, Purchaser.EMPTY), changed)
                .when(new RepeatPurchase(DISC, null, details("13"), stranger, "s"))
                .expectEvents(new PurchaseChanged(DISC, null, details("13"), stranger, renewed));
        purchase.given(recorded(null, Purchaser.EMPTY), changed)
                .when(new RepeatPurchase(DISC, ANN, details("12.50"), stranger, "s"))
                .expectEvents(new PurchaseChanged(DISC, ANN, details("12.50"), stranger, null));
        assertThat(purchase.facts.written).containsEntry("buyer.7.p1.r", new BuyerFound(renewed, ANN));
        assertThat(purchase.subjectKeys.made).hasSize(1);
    }

    @Test
    void an_erased_buyer_does_not_come_back() {
        Purchaser stranger = Purchasers.called("c-1");
        purchase.given(recorded(null, stranger))
                .when(new EraseBuyer(DISC))
                .expectNoEvents()
                .expectResultMessagePayload(new ErasedBuyer("k1", null));
        assertThat(purchase.facts.written).containsExactly(Map.entry("buyer.7.p1", new BuyerErased(DISC.buyer())));
        purchase.streams.begun(DISC.buyer(), new BuyerErased(DISC.buyer()));
        purchase.given(recorded(null, Purchaser.EMPTY))
                .when(new RepeatPurchase(DISC, ANN, details("99"), stranger, "r"))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedPurchase("k1", null));
    }

    @Test
    void the_buyer_of_a_fans_purchase_ends_with_the_fan() {
        purchase.given(recorded(ANN, of("ann@fans.example")))
                .when(new EraseBuyer(DISC))
                .expectNoEvents()
                .expectResultMessagePayload(new ErasedBuyer("k1", 42L));
        assertThat(purchase.facts.written).isEmpty();
    }

    @Test
    void a_customer_key_moves_only_what_has_no_contact() {
        Purchaser stranger = Purchasers.called("c-1");
        purchase.given(recorded(ANN, of("ann@fans.example")))
                .when(new RepeatPurchase(DISC, BEA, details("12.50"), stranger, "r"))
                .expectEvents(new PurchaseChanged(
                        DISC,
                        ANN,
                        details("12.50"),
                        PurchaserBuilder.builder()
                                .customerKey("c-1")
                                .email("ann@fans.example")
                                .build(),
                        null));
        purchase.given(recorded(ANN, stranger))
                .when(new RepeatPurchase(DISC, null, details("12.50"), Purchaser.EMPTY, "r"))
                .expectNoEvents();
    }

    private static PurchaseRecorded recorded(@Nullable FanId fan, Purchaser purchaser) {
        return new PurchaseRecorded(DISC, fan, details("12.50"), purchaser);
    }

    private static Purchaser of(String email) {
        return PurchaserBuilder.builder().email(email).build();
    }

    private static PurchaseDetails details(String gross) {
        return new PurchaseDetails(
                "shop",
                "k1",
                "o1",
                "m1",
                null,
                Instant.parse("2026-02-01T10:00:00Z"),
                new BigDecimal(gross),
                new BigDecimal("10"),
                null,
                "Disc",
                null);
    }

    /** Buyers without a contact. */
    private static final class Purchasers {
        static Purchaser called(String customerKey) {
            return PurchaserBuilder.builder().customerKey(customerKey).build();
        }
    }
}
