package encore.query.networks;

import static encore.kernel.networks.NetworkCategory.ADS;
import static encore.kernel.networks.NetworkCategory.AUTH;
import static encore.kernel.networks.NetworkCategory.SALES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.infra.views.criteria.Index;
import encore.kernel.Refusal;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCategory;
import encore.kernel.networks.NetworkEvent.NetworkAdded;
import encore.kernel.networks.NetworkEvent.NetworkChanged;
import encore.kernel.networks.NetworkEvent.NetworkRemoved;
import encore.kernel.networks.NetworkQuery.FindNetworks;
import encore.kernel.networks.NetworkQuery.FindOwnNetwork;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.kernel.networks.NetworksId;
import encore.query.EarlierDocuments;
import encore.query.ProjectionUnderTest;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworksProjectionTest {

    private static final NetworksId OURS = new NetworksId(7);
    private static final NetworksId THEIRS = new NetworksId(8);
    private static final Network SHOP = new Network("shop", "Our shop", List.of(SALES));
    private static final Network ARENA = new Network("arena", null, List.of());

    private final ProjectionUnderTest<NetworksProjection> networks = new ProjectionUnderTest<>(NetworksProjection::new);

    @BeforeEach
    void two_accounts_have_networks_of_their_own() {
        networks.given(
                new NetworkAdded(OURS, SHOP),
                new NetworkAdded(THEIRS, new Network("shop", "Their shop", List.of(ADS))),
                new NetworkAdded(OURS, ARENA));
    }

    @AfterEach
    void close() {
        networks.close();
    }

    @Test
    void an_account_sees_those_that_all_have_and_then_its_own_as_they_were_added() {
        assertThat(all(7, null))
                .startsWith(Network.BUILT_IN.toArray(Network[]::new))
                .endsWith(SHOP, ARENA);
        assertThat(all(9, null)).isEqualTo(Network.BUILT_IN);
        assertThat(own(7)).containsExactly(SHOP, ARENA);
        assertThat(own(9)).isEmpty();
    }

    @Test
    void a_category_lists_what_is_in_it() {
        assertThat(all(7, SALES)).extracting(Network::network).containsExactly("vendora", "vendorb", "shop");
        assertThat(all(8, SALES)).extracting(Network::network).containsExactly("vendora", "vendorb");
        assertThat(all(7, AUTH)).extracting(Network::network).containsExactly("email", "phone");
    }

    @Test
    void one_is_found_by_its_name_and_any_other_is_unknown() {
        assertThat(one(7, "shop")).isEqualTo(SHOP);
        for (String name : List.of("Shop", "email", "stall")) {
            assertThatThrownBy(() -> one(7, name))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
    }

    @Test
    void a_changed_network_keeps_its_place_and_one_added_again_comes_last() {
        var changed = new Network("shop", null, List.of(ADS, SALES));
        networks.given(new NetworkChanged(OURS, changed));
        assertThat(own(7)).containsExactly(changed, ARENA);
        networks.given(new NetworkRemoved(OURS, "shop"));
        assertThat(own(7)).containsExactly(ARENA);
        assertThat(own(8)).hasSize(1);
        networks.given(new NetworkAdded(OURS, SHOP));
        assertThat(own(7)).containsExactly(ARENA, SHOP);
    }

    @Test
    void networks_that_an_earlier_build_stored_are_answered(@TempDir Path files) {
        var earlier = Collection.of("networks", EarlierNetwork.class, Index.on("account", "position"));
        var projection = networks.projection();
        List<Network> found = EarlierDocuments.read(
                files,
                projection,
                earlier,
                batch -> {
                    batch.put(earlier, "7.shop", new EarlierNetwork(7, 1, SHOP));
                    batch.put(earlier, "7.arena", new EarlierNetwork(7, 2, ARENA));
                    batch.put(earlier, "8.shop", new EarlierNetwork(8, 3, ARENA));
                },
                documents -> Stream.concat(
                                projection.find(new FindOwnNetworks(7), documents).stream(),
                                Stream.of(projection.find(new FindOwnNetwork(7, "arena"), documents)))
                        .toList());
        assertThat(found).containsExactly(SHOP, ARENA, ARENA);
    }

    private record EarlierNetwork(long account, long position, Network network) {}

    @Test
    void replayed_it_is_the_same() {
        networks.given(
                new NetworkRemoved(OURS, "arena"),
                new NetworkAdded(OURS, ARENA),
                new NetworkChanged(OURS, new Network("shop", null, List.of(ADS))));
        try (var again = networks.replayed()) {
            assertThat(again.checksums()).isEqualTo(networks.checksums());
        }
    }

    private List<Network> all(long account, @Nullable NetworkCategory category) {
        return networks.read(documents -> networks.projection().find(new FindNetworks(account, category), documents));
    }

    private List<Network> own(long account) {
        return networks.read(documents -> networks.projection().find(new FindOwnNetworks(account), documents));
    }

    private Network one(long account, String name) {
        return networks.read(documents -> networks.projection().find(new FindOwnNetwork(account, name), documents));
    }
}
