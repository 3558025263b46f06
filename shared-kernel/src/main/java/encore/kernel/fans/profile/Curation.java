package encore.kernel.fans.profile;

import encore.kernel.privacy.PersonalData;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The data that the staff of an account keeps about a fan; a {@link encore.kernel.Patch} changes it.
 *
 * @param moderatorStatus {@code moderator}, or null
 * @param props a JSON object that only the account understands; a new one replaces the whole old one
 */
@RecordBuilder
public record Curation(
        @PublishedValue @Nullable Integer rating,
        @PersonalData @Nullable String metroArea,
        @PersonalData @Nullable String moderatorStatus,
        @Secret @PersonalData @Nullable String accessCode,
        @PersonalData @Nullable JsonNode props) {

    public static final Curation EMPTY = CurationBuilder.builder().build();
}
