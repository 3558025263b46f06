package encore.kernel.fanstreams.records;

import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The content of a record. All texts are personal to its author.
 *
 * @param props values of {@code props_<prop_name>}; null for none
 * @param hashtags in small letters without {@code #}; null for those of the caption
 * @param latitude in degrees; it comes with a longitude
 */
@RecordBuilder
public record RecordContent(
        @PersonalData @Nullable String caption,
        @PersonalData @Nullable ObjectNode props,
        @PersonalData @Nullable Double latitude,
        @PersonalData @Nullable Double longitude,
        @PersonalData @Nullable String recordUrl,
        RecordMedia media,
        RecordAuthor author,
        List<RecordLink> links,
        @PersonalData @Nullable List<String> hashtags) {

    public static final RecordContent NONE = RecordContentBuilder.builder()
            .media(RecordMedia.NONE)
            .author(RecordAuthor.NONE)
            .links(List.of())
            .build();

    public RecordContent {
        links = List.copyOf(links);
        hashtags = hashtags == null ? null : List.copyOf(hashtags);
    }
}
