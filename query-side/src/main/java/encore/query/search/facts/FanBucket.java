package encore.query.search.facts;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import encore.kernel.fans.FanId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document with the facts that one feature has about a few fans. With a million fans it holds about 16, so that a
 * start reads few documents and a change writes a small one. The fan's id alone determines its document.
 *
 * @param packed for each fan its account, its id, the length of its facts and the facts themselves, ordered by account
 *     and id. It is a single value because a change of one fan reads and writes the facts of the others too
 */
public record FanBucket(byte[] packed) {

    private static final int BUCKETS = 65_536;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int HEADER_BYTES = 2 * Long.BYTES + Integer.BYTES;

    public static final FanBucket EMPTY = new FanBucket(new byte[0]);

    /** The encoded facts of one fan. */
    public record FanEntry(long account, long fanId, byte[] facts) {}

    /** The bytes of a fan. Both bounds are the same if the fan is absent: its bytes would be inserted there. */
    private record ByteRange(int from, int to) {}

    /**
     * Reads a document, also one in the earlier format, which listed the fans one by one. Those are read until the
     * projection has been rebuilt.
     */
    @JsonCreator
    static FanBucket read(
            @JsonProperty("packed") byte @Nullable [] packed,
            @JsonProperty("fans") @Nullable List<FanEntry> oldEntries) {
        if (packed != null) {
            return new FanBucket(packed);
        }
        FanBucket bucket = EMPTY;
        for (FanEntry entry : oldEntries == null ? List.<FanEntry>of() : oldEntries) {
            bucket = bucket.with(new FanId(entry.account, entry.fanId), entry.facts);
        }
        return bucket;
    }

    public static String bucketKey(FanId fan) {
        long mixed = (fan.number() ^ fan.account() << 32) * GOLDEN;
        return Long.toString(BUCKETS + (mixed >>> 32) % BUCKETS);
    }

    public List<FanEntry> entries() {
        List<FanEntry> entries = new ArrayList<>();
        ByteBuffer remaining = ByteBuffer.wrap(packed);
        while (remaining.hasRemaining()) {
            long account = remaining.getLong();
            long fanId = remaining.getLong();
            byte[] facts = new byte[remaining.getInt()];
            remaining.get(facts);
            entries.add(new FanEntry(account, fanId, facts));
        }
        return entries;
    }

    public boolean isEmpty() {
        return packed.length == 0;
    }

    public byte @Nullable [] get(FanId fan) {
        ByteRange byteRange = find(fan);
        return byteRange.from == byteRange.to
                ? null
                : Arrays.copyOfRange(packed, byteRange.from + HEADER_BYTES, byteRange.to);
    }

    public FanBucket with(FanId fan, byte[] facts) {
        ByteRange byteRange = find(fan);
        return new FanBucket(splice(byteRange, HEADER_BYTES + facts.length)
                .putLong(fan.account())
                .putLong(fan.number())
                .putInt(facts.length)
                .put(facts)
                .array());
    }

    /** Returns a bucket without the fan, or this one if the fan is absent. */
    public FanBucket without(FanId fan) {
        ByteRange byteRange = find(fan);
        return byteRange.from == byteRange.to
                ? this
                : new FanBucket(splice(byteRange, 0).array());
    }

    private ByteRange find(FanId fan) {
        ByteBuffer all = ByteBuffer.wrap(packed);
        int from = 0;
        while (from < packed.length) {
            int order = Long.compare(all.getLong(from), fan.account());
            if (order == 0) {
                order = Long.compare(all.getLong(from + Long.BYTES), fan.number());
            }
            int to = from + HEADER_BYTES + all.getInt(from + 2 * Long.BYTES);
            if (order >= 0) {
                return new ByteRange(from, order == 0 ? to : from);
            }
            from = to;
        }
        return new ByteRange(from, from);
    }

    /** Copies all bytes outside a range, and leaves {@code bytes} unwritten ones in its stead for the caller to put. */
    private ByteBuffer splice(ByteRange byteRange, int newBytes) {
        return ByteBuffer.allocate(byteRange.from + newBytes + packed.length - byteRange.to)
                .put(byteRange.from + newBytes, packed, byteRange.to, packed.length - byteRange.to)
                .put(packed, 0, byteRange.from);
    }
}
