package encore.query.identifiers;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifierEvent.IdentifierRemoved;
import encore.kernel.identifiers.IdentifierEvent.IdentifiersForgotten;
import encore.kernel.identifiers.IdentifierQuery.FindFanIdentifiers;
import encore.kernel.identifiers.IdentifierQuery.FindIdentifiers;
import encore.kernel.identifiers.IdentifierQuery.SearchIdentifiers;
import encore.kernel.identifiers.IdentifiersId;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdentifiersProjectionTest {

    private static final FanId ADA = new FanId(7, 42);
    private static final FanId BEN = new FanId(7, 43);
    private static final FanId STRANGER = new FanId(8, 42);

    private static final QueryGateway KNOWN =
            new FakeQueryGateway().on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN));

    private final ProjectionUnderTest<IdentifiersProjection> identifiers =
            new ProjectionUnderTest<>(() -> new IdentifiersProjection(KNOWN));

    @BeforeEach
    void three_fans_of_two_accounts() {
        identifiers.given(
                added(ADA, "music", "ada"),
                added(BEN, "music", "ben"),
                added(ADA, "portal", "M-1"),
                added(STRANGER, "music", "ada"));
    }

    @AfterEach
    void close() {
        identifiers.close();
    }

    @Test
    void a_network_lists_its_identifiers_oldest_first_up_to_a_limit() {
        assertThat(search("music", null, 10)).containsExactly(row(ADA, "music", "ada", 0), row(BEN, "music", "ben", 1));
        assertThat(search("music", null, 1)).containsExactly(row(ADA, "music", "ada", 0));
        assertThat(search("shop", null, 10)).isEmpty();
    }

    @Test
    void a_value_is_found_exactly() {
        assertThat(search("music", "ben", 10)).containsExactly(row(BEN, "music", "ben", 1));
        assertThat(search("music", "Ben", 10)).isEmpty();
        assertThat(search("music", "be", 10)).isEmpty();
    }

    @Test
    void a_fan_lists_its_own_of_all_networks_or_one() {
        assertThat(ofFan(42, null, null)).containsExactly(row(ADA, "music", "ada", 0), row(ADA, "portal", "M-1", 2));
        assertThat(ofFan(42, "portal", null)).containsExactly(row(ADA, "portal", "M-1", 2));
        assertThat(ofFan(42, null, "ada")).containsExactly(row(ADA, "music", "ada", 0));
        assertThat(ofFan(42, "portal", "ada")).isEmpty();
    }

    @Test
    void several_fans_are_answered_in_the_order_asked() {
        assertThat(identifiers.<List<FanIdentifier>>read(documents ->
                        identifiers.projection().find(new FindIdentifiers(7, List.of(43L, 99L, 42L)), documents)))
                .extracting(FanIdentifier::identifierValue)
                .containsExactly("ben", "ada", "M-1");
    }

    @Test
    void a_removed_identifier_is_found_nowhere() {
        identifiers.given(new IdentifierRemoved(new IdentifiersId(ADA), "music", "ada", null));
        assertThat(search("music", null, 10)).containsExactly(row(BEN, "music", "ben", 1));
        assertThat(ofFan(42, null, null)).containsExactly(row(ADA, "portal", "M-1", 2));
    }

    @Test
    void a_name_that_was_forgotten_may_be_anothers() {
        identifiers.given(new IdentifiersForgotten(new IdentifiersId(ADA)), added(BEN, "music", "ada"));
        assertThat(search("music", "ada", 10)).containsExactly(row(BEN, "music", "ada", 5));
        assertThat(ofFan(42, null, null)).isEmpty();
    }

    @Test
    void an_erased_fans_identifiers_vanish_and_replayed_without_their_values_it_is_the_same() {
        identifiers.given(new FanErased(ADA));
        assertThat(search("music", null, 10)).containsExactly(row(BEN, "music", "ben", 1));
        assertThat(ofFan(42, null, null)).isEmpty();
        try (var unreadable = new ProjectionUnderTest<>(() -> new IdentifiersProjection(KNOWN))) {
            unreadable.given(
                    added(ADA, "music", null),
                    added(BEN, "music", "ben"),
                    added(ADA, "portal", null),
                    added(STRANGER, "music", "ada"),
                    new FanErased(ADA));
            assertThat(unreadable.checksums()).isEqualTo(identifiers.checksums());
        }
    }

    @Test
    void replayed_it_is_the_same() {
        identifiers.given(new IdentifierRemoved(new IdentifiersId(BEN), "music", "ben", null), added(BEN, "shop", "b"));
        try (var again = identifiers.replayed()) {
            assertThat(again.checksums()).isEqualTo(identifiers.checksums());
        }
    }

    private List<FanIdentifier> search(String network, @Nullable String value, int limit) {
        return identifiers.read(
                documents -> identifiers.projection().find(new SearchIdentifiers(7, network, value, limit), documents));
    }

    private List<FanIdentifier> ofFan(long fan, @Nullable String network, @Nullable String value) {
        return identifiers.read(
                documents -> identifiers.projection().find(new FindFanIdentifiers(7, fan, network, value), documents));
    }

    private static IdentifierAdded added(FanId fan, String network, @Nullable String value) {
        return new IdentifierAdded(new IdentifiersId(fan), network, value, null);
    }

    private static FanIdentifier row(FanId fan, String network, String value, int seconds) {
        return new FanIdentifier(
                fan.account(), fan.number(), network, value, ProjectionUnderTest.START.plusSeconds(seconds));
    }
}
