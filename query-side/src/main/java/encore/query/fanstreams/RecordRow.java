package encore.query.fanstreams;

import encore.kernel.fanstreams.pages.ModerationState;
import encore.kernel.fanstreams.pages.RecordArea;
import encore.kernel.fanstreams.pages.RecordLabel;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The fields of a record by which it is found and counted. Words are numbers of the stream's {@link WordNumbers}.
 */
final class RecordRow {

    /** The order of the pages: by the time of approval, then by id. */
    static final Comparator<RecordRow> BY_APPROVAL =
            Comparator.<RecordRow>comparingLong(row -> row.approvedAt).thenComparingLong(row -> row.id);

    private static final long NOT_APPROVED = -1;
    private static final String SKU = "sku";

    final String key;
    final long id;
    final Instant arrival;
    final long approvedAt;
    final boolean isPermanent;
    final @Nullable ModerationState state;
    final @Nullable Long fan;
    final boolean isSent;
    final long follows;
    final int author;
    private final String network;
    private final boolean isGraphic;
    private final @Nullable Double latitude;
    private final @Nullable Double longitude;
    private final List<String> skus;
    final int[] labels;
    final int[] words;
    final int[] hashtags;
    private final int[] searched;
    private final int[] searchedNames;

    RecordRow(String key, StoredStreamRecord record, WordNumbers numbers) {
        this.key = key;
        id = record.position();
        arrival = record.creationTimestamp();
        approvedAt =
                record.approvedAt() == null ? NOT_APPROVED : record.approvedAt().toEpochMilli();
        isPermanent = Boolean.TRUE.equals(record.flags().isPermanent());
        state = record.state();
        fan = record.fanId();
        isSent = record.isSent();
        network = record.network();
        follows = Objects.requireNonNullElse(record.content().author().follows(), 0L);
        isGraphic = record.content().media().imageUrl() != null
                || record.content().media().videoUrl() != null;
        latitude = record.content().latitude();
        longitude = record.content().longitude();
        skus = skus(record.content().props());
        labels = numbers.of(record.labels().stream()
                .map(label -> RecordLabel.key(label.label()))
                .toList());
        String caption = approvedAt == NOT_APPROVED ? null : record.content().caption();
        List<String> tags = approvedAt == NOT_APPROVED ? List.of() : record.hashtags();
        words = numbers.of(CaptionWords.counted(caption));
        hashtags = numbers.of(tags);
        searched = numbers.of(
                Stream.concat(CaptionWords.all(caption).stream(), tags.stream()).toList());
        searchedNames = numbers.of(CaptionWords.all(record.content().author().displayName()));
        author = numbers.of(List.of(authorKey(record)))[0];
    }

    /** Returns the key of an author. A record without one counts as an author of its own. */
    private static String authorKey(StoredStreamRecord record) {
        String given = record.content().author().authorId();
        if (record.fanId() != null) {
            return "fan " + record.fanId();
        }
        return given == null ? "record " + record.position() : record.network() + " " + given;
    }

    private static List<String> skus(@Nullable JsonNode props) {
        JsonNode sku = props == null ? null : props.get(SKU);
        return sku == null || sku.isNull()
                ? List.of()
                : Arrays.stream(sku.asString("").split(",")).map(String::strip).toList();
    }

    boolean isApproved() {
        return approvedAt != NOT_APPROVED;
    }

    boolean hasLabel(int label) {
        return contains(labels, label);
    }

    boolean isOfNetwork(List<String> networks) {
        return networks.isEmpty() || networks.contains(network);
    }

    boolean hasSku(@Nullable String sku) {
        return sku == null || skus.contains(sku);
    }

    boolean isGraphic(@Nullable Boolean asked) {
        return asked == null || asked == isGraphic;
    }

    boolean isIn(RecordArea area) {
        return area.contains(latitude, longitude);
    }

    /**
     * Returns whether the record has a word that is asked for.
     *
     * @param named whether the name of its fan has it; null when the fan has no name, so that the sent one counts
     */
    boolean hasWord(BitSet asked, @Nullable Boolean named) {
        return has(searched, asked) || (named == null ? has(searchedNames, asked) : named);
    }

    private static boolean has(int[] numbers, BitSet asked) {
        for (int number : numbers) {
            if (asked.get(number)) {
                return true;
            }
        }
        return false;
    }

    private static boolean contains(int[] numbers, int wanted) {
        for (int number : numbers) {
            if (number == wanted) {
                return true;
            }
        }
        return false;
    }
}
