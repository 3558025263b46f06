package encore.kernel.people;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of those who act for an account now.
 *
 * @param byActor by {@code key:…}, {@code console:…} and {@code person:…}: labels of key pairs, and names of people
 */
public record ActorNames(Map<String, String> byActor) {

    public ActorNames {
        byActor = Map.copyOf(byActor);
    }

    /** Returns the name of an actor; null for a revoked key pair, an erased person, and others. */
    public @Nullable String of(String actor) {
        return byActor.get(actor);
    }
}
