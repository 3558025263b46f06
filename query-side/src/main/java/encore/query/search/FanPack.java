package encore.query.search;

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
record FanPack(byte[] packed) {

    private static final int PACKS = 65_536;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int HEAD = 2 * Long.BYTES + Integer.BYTES;

    static final FanPack EMPTY = new FanPack(new byte[0]);

    /** The encoded facts of one fan. */
    record OfFan(long account, long fanId, byte[] facts) {}

    /** The bytes of a fan. Both bounds are the same if the fan is absent: its bytes would be inserted there. */
    private record Place(int from, int to) {}

    /**
     * Reads a document, also one in the earlier format, which listed the fans one by one. Those are read until the
     * projection has been rebuilt.
     */
    @JsonCreator
    static FanPack read(
            @JsonProperty("packed") byte @Nullable [] packed, @JsonProperty("fans") @Nullable List<OfFan> before) {
        if (packed != null) {
            return new FanPack(packed);
        }
        FanPack all = EMPTY;
        for (OfFan one : before == null ? List.<OfFan>of() : before) {
            all = all.with(new FanId(one.account, one.fanId), one.facts);
        }
        return all;
    }

    static String key(FanId fan) {
        long mixed = (fan.number() ^ fan.account() << 32) * GOLDEN;
        return Long.toString(PACKS + (mixed >>> 32) % PACKS);
    }

    List<OfFan> all() {
        List<OfFan> all = new ArrayList<>();
        ByteBuffer rest = ByteBuffer.wrap(packed);
        while (rest.hasRemaining()) {
            long account = rest.getLong();
            long fanId = rest.getLong();
            byte[] facts = new byte[rest.getInt()];
            rest.get(facts);
            all.add(new OfFan(account, fanId, facts));
        }
        return all;
    }

    boolean isEmpty() {
        return packed.length == 0;
    }

    byte @Nullable [] of(FanId fan) {
        Place place = place(fan);
        return place.from == place.to ? null : Arrays.copyOfRange(packed, place.from + HEAD, place.to);
    }

    FanPack with(FanId fan, byte[] facts) {
        Place place = place(fan);
        return new FanPack(around(place, HEAD + facts.length)
                .putLong(fan.account())
                .putLong(fan.number())
                .putInt(facts.length)
                .put(facts)
                .array());
    }

    /** Returns a bucket without the fan, or this one if the fan is absent. */
    FanPack without(FanId fan) {
        Place place = place(fan);
        return place.from == place.to ? this : new FanPack(around(place, 0).array());
    }

    private Place place(FanId fan) {
        ByteBuffer all = ByteBuffer.wrap(packed);
        int from = 0;
        while (from < packed.length) {
            int order = Long.compare(all.getLong(from), fan.account());
            if (order == 0) {
                order = Long.compare(all.getLong(from + Long.BYTES), fan.number());
            }
            int to = from + HEAD + all.getInt(from + 2 * Long.BYTES);
            if (order >= 0) {
                return new Place(from, order == 0 ? to : from);
            }
            from = to;
        }
        return new Place(from, from);
    }

    /** Copies all bytes outside a range, and leaves {@code bytes} unwritten ones in its stead for the caller to put. */
    private ByteBuffer around(Place place, int bytes) {
        return ByteBuffer.allocate(place.from + bytes + packed.length - place.to)
                .put(place.from + bytes, packed, place.to, packed.length - place.to)
                .put(packed, 0, place.from);
    }
}
