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
 * What one feature knows of some fans, packed: of a million fans some 16 stand in a document, so that a start reads few
 * documents and a change writes a small one. Which document a fan is in follows from its id alone.
 *
 * @param packed of each fan its account, its id, how long its facts are, and these; by account and id. It is one value as a
 *     change reads and writes the facts of all the others, too
 */
record FanPack(byte[] packed) {

    private static final int PACKS = 65_536;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final int HEAD = 2 * Long.BYTES + Integer.BYTES;

    static final FanPack EMPTY = new FanPack(new byte[0]);

    /** One fan's facts as its feature spells them. */
    record OfFan(long account, long fanId, byte[] facts) {}

    /** Where a fan stands, or would stand when both are the same. */
    private record Place(int from, int to) {}

    /** Reads packs of before, too, which had each fan by itself: they answer until the index is made anew. */
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

    /** Itself when it does not hold the fan. */
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

    /** All but what stands in a place, with so many bytes in its stead, which are to be put. */
    private ByteBuffer around(Place place, int bytes) {
        return ByteBuffer.allocate(place.from + bytes + packed.length - place.to)
                .put(place.from + bytes, packed, place.to, packed.length - place.to)
                .put(packed, 0, place.from);
    }
}
