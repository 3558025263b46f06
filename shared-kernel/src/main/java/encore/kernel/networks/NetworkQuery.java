package encore.kernel.networks;

import encore.kernel.lists.ListQuery;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about networks. */
public sealed interface NetworkQuery<R> extends ListQuery<R> {

    @Override
    default NetworksId list() {
        return new NetworksId(account());
    }

    /**
     * The built-in networks, then the account's own in the order they were added.
     *
     * @param category limits the answer to this category; null for all
     */
    record FindNetworks(long account, @Nullable NetworkCategory category) implements NetworkQuery<List<Network>> {}

    /** An account's own networks, in the order they were added. */
    record FindOwnNetworks(long account) implements NetworkQuery<List<Network>>, ListQuery.All<Network> {}

    /** One of an account's own networks; any other is refused as unknown. */
    record FindOwnNetwork(long account, String network) implements NetworkQuery<Network>, ListQuery.One<Network> {}
}
