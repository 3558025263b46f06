package encore.kernel.trackers.clicks;

import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The personal data of a click.
 *
 * @param hostName the host of the page that had the link
 * @param urlParamProps the parameters of the link's own query, by name
 */
@RecordBuilder
public record ClickVisitor(
        @PersonalData @Nullable String ipAddress,
        @PersonalData @Nullable String province,
        @PersonalData @Nullable String hostName,
        @PersonalData @Nullable JsonNode urlParamProps) {}
