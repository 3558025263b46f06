package encore.command.addresses;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.addresses.AddressCommand.ForgetAddress;
import encore.kernel.addresses.AddressCommand.ForgetUnreadable;
import encore.kernel.addresses.AddressCommand.MonitorAddress;
import encore.kernel.addresses.AddressEntry;
import encore.kernel.addresses.AddressEvent.AddressForgotten;
import encore.kernel.addresses.AddressEvent.AddressListed;
import encore.kernel.addresses.AddressEvent.AddressMonitored;
import encore.kernel.addresses.AddressEvent.AddressUnlisted;
import encore.kernel.addresses.AddressId;
import encore.kernel.addresses.AddressesId;
import encore.kernel.campaigns.CampaignId;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MonitoredAddressesTest {

    private static final AddressesId OURS = new AddressesId(7);
    private static final AddressId OLD = new AddressId(7, "old");
    private static final AddressId NEW = new AddressId(7, "new");
    private static final String NETWORK = "10.0.0.0/8";

    private final AggregateUnderTest<MonitoredAddresses> addresses = new AggregateUnderTest<>(MonitoredAddresses.class);

    @Test
    void an_address_stands_in_a_stream_and_under_a_key_of_its_own() {
        addresses
                .givenNoPriorActivity()
                .when(monitor(null, true))
                .expectEvents(new AddressListed(OURS, NEW))
                .expectResultMessagePayload(new AddressEntry("new"));
        assertThat(addresses.facts.written)
                .isEqualTo(Map.of(NEW.toString(), new AddressMonitored(NEW, NETWORK, null, true)));
        assertThat(addresses.subjectKeys.made).containsExactly(NEW.toString());
        assertThat(addresses.claims.ownerOf(rule(null, true).claim())).isEqualTo(NEW.toString());
    }

    @Test
    void an_equal_rule_stays() {
        held(null, true);
        addresses
                .given(new AddressListed(OURS, OLD))
                .when(monitor(null, true))
                .expectNoEvents()
                .expectResultMessagePayload(new AddressEntry("old"));
        assertThat(addresses.facts.written).isEmpty();
        assertThat(addresses.subjectKeys.made).isEmpty();
    }

    @Test
    void an_opposite_rule_is_replaced_also_among_ten_thousand() {
        held(null, false);
        addresses
                .given(listed(10_000))
                .when(monitor(null, true))
                .expectEvents(new AddressListed(OURS, NEW), new AddressUnlisted(OURS, OLD));
        assertThat(addresses.facts.written).containsEntry(OLD.toString(), new AddressForgotten(OLD));
        assertThat(addresses.claims.held).isEqualTo(Map.of(rule(null, true).claim(), NEW.toString()));
    }

    @Test
    void a_page_tab_has_its_own() {
        held(null, true);
        addresses.streams.open(new CampaignId(7, 100));
        addresses
                .given(new AddressListed(OURS, OLD))
                .when(monitor(100L, false))
                .expectEvents(new AddressListed(OURS, NEW));
        assertThat(addresses.facts.written).containsOnlyKeys(NEW.toString());
    }

    @Test
    void a_page_tab_must_be_the_accounts() {
        addresses.streams.open(new CampaignId(8, 100));
        addresses
                .givenNoPriorActivity()
                .when(monitor(100L, true))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
        assertThat(addresses.claims.held).isEmpty();
    }

    @Test
    void ten_thousand_are_enough_until_one_is_forgotten() {
        addresses
                .given(listed(10_000))
                .when(monitor(null, true))
                .expectNoEvents()
                .expectException(refusalNaming("ip_address"));
        assertThat(addresses.facts.written).isEmpty();
        var again = new AggregateUnderTest<>(MonitoredAddresses.class);
        Object[] oneLess = listed(10_001);
        oneLess[10_000] = new AddressUnlisted(OURS, OLD);
        again.given(oneLess).when(monitor(null, true)).expectEvents(new AddressListed(OURS, NEW));
    }

    @Test
    void one_is_forgotten_and_its_claim_with_it() {
        held(null, true);
        addresses
                .given(new AddressListed(OURS, OLD))
                .when(new ForgetAddress(OURS, NETWORK, null, true))
                .expectEvents(new AddressUnlisted(OURS, OLD))
                .expectResultMessagePayload(new AddressEntry("old"));
        assertThat(addresses.facts.written).isEqualTo(Map.of(OLD.toString(), new AddressForgotten(OLD)));
        assertThat(addresses.claims.held).isEmpty();
    }

    @Test
    void forgetting_what_says_otherwise_changes_nothing() {
        held(null, true);
        for (var other : new ForgetAddress[] {
            new ForgetAddress(OURS, NETWORK, null, false),
            new ForgetAddress(OURS, NETWORK, 100L, true),
            new ForgetAddress(OURS, "10.0.0.0/9", null, true)
        }) {
            addresses
                    .given(new AddressListed(OURS, OLD))
                    .when(other)
                    .expectNoEvents()
                    .expectResultMessagePayload(new AddressEntry(null));
        }
        assertThat(addresses.claims.held).hasSize(1);
    }

    @Test
    void an_unreadable_address_is_forgotten_once_and_its_claim_is_free() {
        held(null, true);
        addresses
                .given(new AddressListed(OURS, OLD))
                .when(new ForgetUnreadable(OURS, OLD))
                .expectEvents(new AddressUnlisted(OURS, OLD));
        assertThat(addresses.facts.written).containsOnlyKeys(OLD.toString());
        addresses.streams.ended(OLD);
        addresses
                .given(new AddressListed(OURS, OLD), new AddressUnlisted(OURS, OLD))
                .when(new ForgetUnreadable(OURS, OLD))
                .expectNoEvents();
        addresses
                .given(new AddressListed(OURS, OLD), new AddressUnlisted(OURS, OLD))
                .when(monitor(null, true))
                .expectEvents(new AddressListed(OURS, NEW));
        assertThat(addresses.claims.ownerOf(rule(null, true).claim())).isEqualTo(NEW.toString());
    }

    private void held(@Nullable Long pageTabId, boolean isBlocked) {
        addresses.claims.held(rule(pageTabId, isBlocked).claim(), OLD);
        addresses.streams.open(OLD);
    }

    private static Object[] listed(int many) {
        return IntStream.range(0, many)
                .mapToObj(i -> new AddressListed(OURS, new AddressId(7, "a" + i)))
                .toArray();
    }

    private static MonitorAddress monitor(@Nullable Long pageTabId, boolean isBlocked) {
        return new MonitorAddress(OURS, "new", NETWORK, pageTabId, isBlocked);
    }

    private static AddressRule rule(@Nullable Long pageTabId, boolean isBlocked) {
        return new AddressRule(7, NETWORK, pageTabId, isBlocked);
    }
}
