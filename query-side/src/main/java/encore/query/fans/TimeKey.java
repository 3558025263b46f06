package encore.query.fans;

import java.time.Instant;
import java.util.List;

/** A place in the order of changes; prints as {@code <unix_time>_<milliseconds>_<fan_id>}. */
record TimeKey(long millis, long fanId) {

    static TimeKey of(StoredFan fan) {
        return new TimeKey(fan.updated().toEpochMilli(), fan.fanId());
    }

    static TimeKey parse(String text) {
        String[] parts = text.split("_", -1);
        return new TimeKey(Long.parseLong(parts[0]) * 1000 + Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }

    /** For a walk by time and then by key. */
    List<?> after() {
        return List.of(Instant.ofEpochMilli(millis), StoredFan.key(fanId));
    }

    @Override
    public String toString() {
        return millis / 1000 + "_" + millis % 1000 + "_" + fanId;
    }
}
