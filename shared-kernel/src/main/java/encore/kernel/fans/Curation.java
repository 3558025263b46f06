package encore.kernel.fans;

import encore.kernel.PersonalData;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Holds what an account's staff says of a fan; a {@link encore.kernel.Patch} changes it.
 *
 * @param moderatorStatus {@code moderator}, or null
 * @param props an object that only the account understands; as a change it replaces what was there
 */
public record Curation(
        @Nullable Integer rating,
        @PersonalData @Nullable String metroArea,
        @PersonalData @Nullable String moderatorStatus,
        @PersonalData @Nullable String accessCode,
        @PersonalData @Nullable JsonNode props) {

    public static final Curation EMPTY = new Curation(null, null, null, null, null);
}
