package encore.kernel.fanstreams.pages;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Selects records among those that are shown.
 *
 * @param networks empty for any
 * @param labelKey null for any
 * @param sku a value that props.sku is, or has in its comma list; null for any
 * @param isGraphic whether there is an image or a video; null for any
 * @param words beginnings of words, all of which must be found; null for any
 */
@RecordBuilder
public record RecordSelection(
        List<String> networks,
        @Nullable String labelKey,
        @Nullable String sku,
        @Nullable Boolean isGraphic,
        @Nullable String words,
        RecordArea area) {

    public static final RecordSelection ALL = RecordSelectionBuilder.builder()
            .networks(List.of())
            .area(RecordArea.EVERYWHERE)
            .build();

    public RecordSelection {
        networks = List.copyOf(networks);
    }
}
