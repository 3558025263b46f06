package encore.kernel.identifiers;

import encore.kernel.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Everything that can be asked about identifiers. */
public sealed interface IdentifierQuery<R> extends Query<R> {

    /** An account's identifiers on a network, oldest first; with a value, only the identifier that equals it. */
    record SearchIdentifiers(
            long account, String network, @Nullable String value, int limit)
            implements IdentifierQuery<List<FanIdentifier>> {}

    /** One fan's identifiers, oldest first; an unknown fan is refused as unknown. */
    record FindFanIdentifiers(
            long account,
            long fanId,
            @Nullable String network,
            @Nullable String value) implements IdentifierQuery<List<FanIdentifier>> {}

    /** The identifiers of a network that have one of these values, in the order of the values. */
    record FindIdentified(long account, String network, List<String> values)
            implements IdentifierQuery<List<FanIdentifier>> {
        public FindIdentified {
            values = List.copyOf(values);
        }
    }

    /** All identifiers of these fans, fan by fan in the order of the ids; unknown fans have none. */
    record FindIdentifiers(long account, List<Long> fanIds) implements IdentifierQuery<List<FanIdentifier>> {
        public FindIdentifiers {
            fanIds = List.copyOf(fanIds);
        }
    }
}
