package encore.command.networks;

import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.networks.NetworkCategory.ADS;
import static encore.kernel.networks.NetworkCategory.SALES;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCategory;
import encore.kernel.networks.NetworkCommand.AddNetwork;
import encore.kernel.networks.NetworkCommand.ChangeNetwork;
import encore.kernel.networks.NetworkCommand.RemoveNetwork;
import encore.kernel.networks.NetworkEvent.NetworkAdded;
import encore.kernel.networks.NetworkEvent.NetworkChanged;
import encore.kernel.networks.NetworkEvent.NetworkRemoved;
import encore.kernel.networks.NetworksId;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworksTest {

    private static final NetworksId OURS = new NetworksId(7);
    private static final Network SHOP = network("shop", "Our shop", ADS, SALES);

    private final AggregateUnderTest<Networks> networks = new AggregateUnderTest<>(Networks.class);

    @Test
    void a_network_is_added_with_each_category_once() {
        networks.givenNoPriorActivity()
                .when(add(network("shop", "Our shop", SALES, ADS, SALES)))
                .expectEvents(new NetworkAdded(OURS, SHOP))
                .expectResultMessagePayload(SHOP);
    }

    @Test
    void a_network_may_say_nothing_but_its_name() {
        networks.givenNoPriorActivity()
                .when(add(new Network("shop", "", null)))
                .expectEvents(new NetworkAdded(OURS, network("shop", null)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"email", "vendorb", "shop"})
    void a_name_that_there_is_cannot_be_added(String name) {
        networks.given(new NetworkAdded(OURS, SHOP))
                .when(add(network(name, null)))
                .expectNoEvents()
                .expectException(refusalNaming("network"));
    }

    @Test
    void case_makes_another_network() {
        networks.given(new NetworkAdded(OURS, SHOP))
                .when(add(network("Shop", null)))
                .expectEvents(new NetworkAdded(OURS, network("Shop", null)));
    }

    @Test
    void ten_thousand_are_the_end_whatever_the_quota_is() {
        var full = IntStream.range(0, 10_000)
                .mapToObj(i -> new NetworkAdded(OURS, network("n" + i, null)))
                .toList();
        networks.given(full)
                .when(add(network("one more", null)))
                .expectNoEvents()
                .expectException(refusalNaming("network"));
        networks.given(full)
                .andGiven(new NetworkRemoved(OURS, "n7"))
                .when(add(network("one more", null)))
                .expectEvents(new NetworkAdded(OURS, network("one more", null)));
    }

    @Test
    void a_field_that_a_change_says_is_empty_is_cleared() {
        networks.given(new NetworkAdded(OURS, SHOP))
                .when(change("", List.of()))
                .expectEvents(new NetworkChanged(OURS, network("shop", null)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"email", "shop", "stall"})
    void a_network_that_is_not_the_accounts_own_is_unknown(String name) {
        var gone = List.of(new NetworkAdded(OURS, SHOP), new NetworkRemoved(OURS, "shop"));
        networks.given(gone)
                .when(new ChangeNetwork(OURS, Patch.of(network(name, "Ours now"))))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        networks.given(gone)
                .when(new RemoveNetwork(OURS, name))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    private static AddNetwork add(Network network) {
        return new AddNetwork(OURS, network);
    }

    private static ChangeNetwork change(@Nullable String description, @Nullable List<NetworkCategory> categories) {
        return new ChangeNetwork(OURS, Patch.of(new Network("shop", description, categories)));
    }

    private static Network network(String name, @Nullable String description, NetworkCategory... categories) {
        return new Network(name, description, List.of(categories));
    }
}
