package encore.query.search;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The identifiers of a fan, each once. */
record Identifiers(List<Identifier> all) {

    static final Identifiers NONE = new Identifiers(List.of());

    /** A name on a network. */
    record Identifier(@Nullable String network, @Nullable String value) {}

    Identifiers {
        all = List.copyOf(all);
    }

    Identifiers with(Identifier one) {
        return all.contains(one)
                ? this
                : new Identifiers(Stream.concat(all.stream(), Stream.of(one)).toList());
    }

    Identifiers without(Identifier one) {
        return new Identifiers(all.stream().filter(other -> !other.equals(one)).toList());
    }

    byte[] bytes() {
        return Bytes.of(out -> {
            out.writeInt(all.size());
            for (Identifier one : all) {
                Bytes.text(one.network(), out);
                Bytes.text(one.value(), out);
            }
        });
    }

    static Identifiers read(byte[] bytes) {
        return Bytes.read(bytes, in -> {
            int count = in.readInt();
            List<Identifier> all = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                all.add(new Identifier(Bytes.text(in), Bytes.text(in)));
            }
            return new Identifiers(all);
        });
    }
}
