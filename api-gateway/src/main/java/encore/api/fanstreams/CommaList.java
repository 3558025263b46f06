package encore.api.fanstreams;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads texts with commas between them. Space around them and empty ones do not count. */
final class CommaList {

    private CommaList() {}

    static List<String> read(@Nullable String text) {
        return text == null ? List.of() : clean(Arrays.asList(text.split(",")));
    }

    /** Reads several such texts together. */
    static List<String> readAll(List<String> texts) {
        return texts.stream().flatMap(text -> read(text).stream()).distinct().toList();
    }

    private static List<String> clean(List<String> parts) {
        return parts.stream()
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .distinct()
                .toList();
    }
}
