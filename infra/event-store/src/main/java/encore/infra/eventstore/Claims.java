package encore.infra.eventstore;

import encore.kernel.StreamId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is unique across the streams of an account; a parameter of a command handler. Values are stored as HMACs.
 */
public interface Claims {

    /** Finds who holds it, as a stream's name, or null. */
    @Nullable
    String owner(Claim claim);

    /** Finds the same of many at once: those that are held. The others count as free for the steps of this call. */
    default Map<Claim, String> owners(Collection<Claim> claims) {
        Map<Claim, String> owners = new HashMap<>();
        for (Claim claim : claims) {
            String owner = owner(claim);
            if (owner != null) {
                owners.put(claim, owner);
            }
        }
        return owners;
    }

    /** Takes it with this commit. A race lost at the append makes the command decide again, so look first. */
    void take(Claim claim, StreamId owner);

    /** Gives it back with this commit. */
    void release(Claim claim, StreamId owner);

    /**
     * @param space what kind of thing, for example {@code email}, {@code phone}, {@code point_name}
     * @param value compared exactly: normalise it first
     */
    record Claim(String space, long account, String value) {}
}
