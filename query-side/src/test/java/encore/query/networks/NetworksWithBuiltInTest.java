package encore.query.networks;

import static encore.kernel.networks.NetworkCategory.AUTH;
import static encore.kernel.networks.NetworkCategory.SALES;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCategory;
import encore.kernel.networks.NetworkQuery.FindNetworks;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.query.FakeQueryGateway;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NetworksWithBuiltInTest {

    private static final Network SHOP = new Network("shop", "Our shop", List.of(SALES));

    private final NetworksWithBuiltIn networks = new NetworksWithBuiltIn(new FakeQueryGateway()
            .on(FindOwnNetworks.class, query -> query.account() == 7 ? List.of(SHOP) : List.of()));

    @Test
    void an_account_sees_those_that_all_have_and_then_its_own() {
        assertThat(all(7, null))
                .startsWith(Network.BUILT_IN.toArray(Network[]::new))
                .endsWith(SHOP);
        assertThat(all(9, null)).isEqualTo(Network.BUILT_IN);
    }

    @Test
    void a_category_lists_its_networks() {
        assertThat(all(7, SALES)).extracting(Network::network).containsExactly("vendora", "vendorb", "shop");
        assertThat(all(8, SALES)).extracting(Network::network).containsExactly("vendora", "vendorb");
        assertThat(all(7, AUTH)).extracting(Network::network).containsExactly("email", "phone");
    }

    private List<Network> all(long account, @Nullable NetworkCategory category) {
        return networks.find(new FindNetworks(account, category));
    }
}
