package encore.query.fanstreams;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The streams of one account in memory. */
final class StreamRowsOfAccount {

    private final Map<String, StreamRows> streams = new HashMap<>();

    /** The keys of the records of each fan. */
    private final Map<Long, Set<String>> keysByFan = new HashMap<>();

    /** The deleted streams, whose records are kept no more. */
    private final Set<String> deleted = new HashSet<>();

    /** Drops the rows of a deleted stream, and those that come later. */
    void delete(String stream) {
        deleted.add(stream);
        streams.remove(stream);
    }

    /** Puts a record, unless its stream was deleted. */
    void put(String key, StoredStreamRecord record) {
        if (deleted.contains(record.stream())) {
            return;
        }
        streams.computeIfAbsent(record.stream(), unknown -> new StreamRows()).put(key, record);
        if (record.fanId() != null) {
            keysByFan
                    .computeIfAbsent(record.fanId(), unknown -> new HashSet<>())
                    .add(key);
        }
    }

    /** Returns the rows of a stream, which are none for an unknown one. */
    StreamRows of(String stream) {
        StreamRows known = streams.get(stream);
        return known == null ? new StreamRows() : known;
    }

    /** Returns the numbers of records that are neither approved nor reviewed, by the streams that have any. */
    Map<String, Integer> waiting() {
        Map<String, Integer> waiting = new TreeMap<>();
        streams.forEach((stream, rows) -> {
            if (rows.waiting() > 0) {
                waiting.put(stream, rows.waiting());
            }
        });
        return waiting;
    }

    /** Returns the keys of the records of an erased fan, and forgets which they are. */
    Set<String> forget(long fan) {
        Set<String> keys = keysByFan.remove(fan);
        return keys == null ? Set.of() : keys;
    }
}
