package encore.query.search.facts;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The identifiers of a fan, each once. */
public record FanIdentifiers(List<NetworkIdentifier> all) {

    public static final FanIdentifiers NONE = new FanIdentifiers(List.of());

    /** A name on a network. */
    public record NetworkIdentifier(
            @Nullable String network, @Nullable String value) {}

    public FanIdentifiers {
        all = List.copyOf(all);
    }

    public FanIdentifiers with(NetworkIdentifier identifier) {
        return all.contains(identifier)
                ? this
                : new FanIdentifiers(
                        Stream.concat(all.stream(), Stream.of(identifier)).toList());
    }

    public FanIdentifiers without(NetworkIdentifier identifier) {
        return new FanIdentifiers(
                all.stream().filter(other -> !other.equals(identifier)).toList());
    }

    public byte[] encode() {
        return FactEncoding.encode(out -> {
            out.writeInt(all.size());
            for (NetworkIdentifier one : all) {
                FactEncoding.text(one.network(), out);
                FactEncoding.text(one.value(), out);
            }
        });
    }

    public static FanIdentifiers decode(byte[] bytes) {
        return FactEncoding.decode(bytes, in -> {
            int count = in.readInt();
            List<NetworkIdentifier> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                all.add(new NetworkIdentifier(FactEncoding.text(in), FactEncoding.text(in)));
            }
            return new FanIdentifiers(all);
        });
    }
}
