package encore.kernel.fans.proofs;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a right code.
 *
 * @param fanId the fan that the contact opens; null if the contact is to be registered
 */
public record ProvenFan(@Nullable Long fanId) {

    public static final ProvenFan NONE = new ProvenFan(null);
}
