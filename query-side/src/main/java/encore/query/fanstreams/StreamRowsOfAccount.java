package encore.query.fanstreams;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The streams of one account in memory. */
final class StreamRowsOfAccount {

    private final Map<String, StreamRows> streams = new HashMap<>();

    /** Returns the rows of a stream, to change them. */
    StreamRows changing(String stream) {
        return streams.computeIfAbsent(stream, unknown -> new StreamRows());
    }

    /** Returns the rows of a stream, which are none for an unknown one. */
    StreamRows of(String stream) {
        StreamRows known = streams.get(stream);
        return known == null ? new StreamRows() : known;
    }

    /** Returns the keys of the records of a fan. */
    List<String> keysOf(long fan) {
        return streams.values().stream()
                .flatMap(rows -> rows.all().stream())
                .filter(row -> row.fan != null && row.fan == fan)
                .map(row -> row.key)
                .toList();
    }
}
