package encore.api.fanstreams;

import encore.api.constraints.WebUrl;
import encore.api.input.Description;
import encore.api.input.ErrorField;
import encore.api.problems.Ids;
import encore.kernel.fanstreams.records.ImportedRecord;
import encore.kernel.fanstreams.records.RecordAuthor;
import encore.kernel.fanstreams.records.RecordContent;
import encore.kernel.fanstreams.records.RecordContentBuilder;
import encore.kernel.fanstreams.records.RecordCounts;
import encore.kernel.fanstreams.records.RecordLink;
import encore.kernel.fanstreams.records.RecordMedia;
import encore.kernel.fanstreams.records.StreamRecordId;
import jakarta.validation.Valid;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A record to import, as a network shows it. */
record RecordInput(
        @Description("The network of the record; portal is that of sent records alone.")
        @NotBlank
        @Size(max = 64)
        @Pattern(regexp = "(?!portal$).*", message = "must not be portal")
        String network,

        @Description(
                "Unique in its stream and network. A record with a known key gets the texts and counts of this one.")
        @NotBlank
        @Size(max = 255)
        String recordKey,

        @Nullable @Size(max = 10_000) String caption,
        @Nullable ObjectNode props,

        @Nullable @Size(max = LINK) @WebUrl String imageUrl,

        @Nullable @Size(max = LINK) @WebUrl String videoUrl,

        @Nullable @Size(max = LINK) @WebUrl String recordUrl,

        @Nullable @DecimalMin("-90") @DecimalMax("90") Double latitude,
        @Nullable @DecimalMin("-180") @DecimalMax("180") Double longitude,
        @Nullable @Size(max = 20) List<@Valid Link> links,
        @Nullable @Min(1) @Max(100_000) Integer width,
        @Nullable @Min(1) @Max(100_000) Integer height,
        @Nullable @Size(max = 255) String recordMediaUid,
        @Nullable @Size(max = 255) String videoMediaUid,
        @Nullable @Size(max = 255) String authorId,

        @Description("If a fan has it as an identifier of the network, the record is that fan's and is erased with it.")
        @Nullable
        @Size(max = 255)
        String authorUserKey,

        @Nullable @Size(max = 255) String authorScreenName,
        @Nullable @Size(max = 255) String authorName,

        @Nullable @Size(max = LINK) @WebUrl String authorImageUrl,

        @Nullable @Size(max = 1_000) String authorStatus,

        @Nullable @Size(max = LINK) @WebUrl String profileUrl,

        @Nullable @Size(max = 255) String displayName,

        @Description("Absent: those of the caption.") @Nullable @Size(max = 100)
        List<@NotBlank @Size(max = 128) String> hashtags,

        @Description("The number of followers of the author.") @Nullable @Min(0) @Max(Ids.HIGHEST)
        Long follows,

        @Nullable @Min(0) @Max(Ids.HIGHEST) Long likeCount,
        @Nullable @Min(0) @Max(Ids.HIGHEST) Long accessCounter,

        @Description("Labels of a new record; those of a known one stay.") @Nullable @Size(max = 20)
        List<@NotBlank @Size(max = 128) String> labels) {

    private static final int LINK = 2_048;

    /** A link in a record. */
    record Link(
            @Nullable @Size(max = 255) String linkUid,

            @NotBlank @Size(max = LINK) @WebUrl String linkUrl,

            @Nullable @Size(max = 255) String linkName,
            @Nullable @Min(0) @Max(100) Integer linkLevel) {

        RecordLink toLink() {
            return new RecordLink(linkUid, linkUrl, linkName, linkLevel);
        }
    }

    @AssertTrue(message = "must be given together with longitude")
    @ErrorField("latitude")
    boolean isAPlace() {
        return (latitude == null) == (longitude == null);
    }

    ImportedRecord toRecord(long account) {
        return new ImportedRecord(
                new StreamRecordId(account, Ids.uid()),
                network,
                recordKey,
                content(),
                new RecordCounts(likeCount, accessCounter),
                labels);
    }

    private RecordContent content() {
        return RecordContentBuilder.builder(RecordContent.NONE)
                .caption(caption)
                .props(props)
                .latitude(latitude)
                .longitude(longitude)
                .recordUrl(recordUrl)
                .media(new RecordMedia(imageUrl, videoUrl, width, height, recordMediaUid, videoMediaUid))
                .author(new RecordAuthor(
                        authorId,
                        authorUserKey,
                        authorScreenName,
                        authorName,
                        authorImageUrl,
                        authorStatus,
                        profileUrl,
                        displayName,
                        follows))
                .links(
                        links == null
                                ? List.of()
                                : links.stream().map(Link::toLink).toList())
                .hashtags(
                        hashtags == null
                                ? null
                                : hashtags.stream()
                                        .map(RecordInput::hashtag)
                                        .distinct()
                                        .toList())
                .build();
    }

    private static String hashtag(String given) {
        String tag = given.strip().toLowerCase(Locale.ROOT);
        return tag.startsWith("#") ? tag.substring(1) : tag;
    }
}
