package encore.kernel.fanstreams.records;

import encore.kernel.privacy.PersonalData;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;

/**
 * The picture and the video of a record; null for none.
 *
 * @param width in pixels
 * @param height in pixels
 */
@RecordBuilder
public record RecordMedia(
        @PersonalData @Nullable String imageUrl,
        @PersonalData @Nullable String videoUrl,
        @Nullable Integer width,
        @Nullable Integer height,
        @PersonalData @Nullable String recordMediaUid,
        @PersonalData @Nullable String videoMediaUid) {

    public static final RecordMedia NONE = ofImage(null);

    /** Returns the media of a record that has at most an image. */
    public static RecordMedia ofImage(@Nullable String imageUrl) {
        return RecordMediaBuilder.builder().imageUrl(imageUrl).build();
    }
}
