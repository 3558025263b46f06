package encore.kernel.networks;

import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about networks. */
public sealed interface NetworkQuery<R> extends Query<R> {

    /** Every account's networks, then the account's own in the order they were added; or those of one category. */
    record FindNetworks(long account, @Nullable NetworkCategory category) implements NetworkQuery<List<Network>> {}

    /** An account's own networks, in the order they were added. */
    record FindOwnNetworks(long account) implements NetworkQuery<List<Network>> {}

    /** One of an account's own networks; any other is refused as unknown. */
    record FindOwnNetwork(long account, String network) implements NetworkQuery<Network> {}
}
