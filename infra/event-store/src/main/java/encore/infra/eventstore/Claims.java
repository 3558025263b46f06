package encore.infra.eventstore;

import encore.kernel.StreamId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values that are unique across the streams of an account; a parameter of a command handler. Values are stored as
 * HMACs.
 */
public interface Claims {

    /** Returns the name of the stream that holds a claim, or null when the claim is free. */
    @Nullable
    String ownerOf(Claim claim);

    /**
     * Returns the owners of those claims that are held. The other claims count as free for the steps of this call.
     */
    default Map<Claim, String> ownersOf(Collection<Claim> claims) {
        Map<Claim, String> owners = new HashMap<>();
        for (Claim claim : claims) {
            String owner = ownerOf(claim);
            if (owner != null) {
                owners.put(claim, owner);
            }
        }
        return owners;
    }

    /**
     * Takes a claim with this commit. When another commit takes the claim first, the append fails and the command is
     * decided again; so look the owner up before taking a claim.
     */
    void take(Claim claim, StreamId owner);

    /** Releases a claim with this commit. */
    void release(Claim claim, StreamId owner);

    /**
     * @param space the kind of value, for example {@code email}, {@code phone}, {@code point_name}
     * @param value is compared exactly, so normalise it first
     */
    record Claim(String space, long account, String value) {}
}
