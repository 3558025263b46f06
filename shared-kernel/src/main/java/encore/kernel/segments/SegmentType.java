package encore.kernel.segments;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.Refusal;
import java.util.Arrays;
import java.util.Locale;

/** The source of a segment, in the order of lists. */
public enum SegmentType {
    TAG,
    SNAPSHOT,
    FILTER;

    /** Returns the type that a path names. Another word is refused as unknown. */
    public static SegmentType of(String word) {
        return Arrays.stream(values())
                .filter(type -> type.word().equals(word))
                .findFirst()
                .orElseThrow(() -> Refusal.unknown("Segments have the types tag, snapshot and filter."));
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
